import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readFailure } from '../../../api/errors.ts';
import { superadminAdminsGrantByRegisterBody } from '../../../api/generated/bodies.ts';
import { type Admin, findByRegister, grantByRegister } from '../../../api/superadmin.ts';
import { findNationalIdFault, normaliseNationalId } from '../../../features/people/national-id.ts';
import { nameRole, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure } from '../../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { PreRegister } from './pre-register.tsx';
import { adminsWords } from './words.ts';

interface NewAdminDetailProps {
  onClose(): void;
  onGranted(admin: Admin): unknown;
  onRegistered(name: string): unknown;
}

const toBody = (values: { register: string }) => ({ register: normaliseNationalId(values.register) });

/** Shows the person before the grant: a register number is too easily mistyped to give so much. */
export function NewAdminDetail({ onClose, onGranted, onRegistered }: NewAdminDetailProps) {
  const words = usePageWords(adminsWords);
  const look = useMutation({ mutationFn: findByRegister });
  const failure = look.error ? readFailure(look.error) : null;
  const isUnknown = failure?.kind === 'refused' && failure.status === 404;
  // Without `isPending`: a change of the number during the look-up must withdraw its answer too.
  const form = useBodyForm({
    schema: superadminAdminsGrantByRegisterBody,
    keepAs: null,
    initial: { register: '' },
    toBody,
    check: (values) =>
      findNationalIdFault(toBody(values).register) ? { register: words.registerError } : {},
    onSend: (body) => look.mutate(body.register),
    onChange: look.reset,
  });
  const { register } = toBody(form.values);

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <p className={textStyle.quiet}>{words.addText}</p>
        <TextInput
          {...form.field('register')}
          label={words.register}
          description={words.registerHint}
          errorProps={{ role: 'alert' }}
          autoComplete="off"
          spellCheck={false}
          data-testid="register"
        />
        {isUnknown ? null : <ActionFailure error={look.error} />}
        <div>
          <Button
            type="submit"
            variant={look.data || isUnknown ? 'default' : 'filled'}
            loading={look.isPending}
            data-testid="look-up"
          >
            {words.lookUp}
          </Button>
        </div>
      </form>
      {look.data ? <Found person={look.data} register={register} onGranted={onGranted} /> : null}
      {isUnknown ? <PreRegister register={register} onRegistered={onRegistered} /> : null}
    </Detail>
  );
}

interface FoundProps {
  person: Admin;
  register: string;
  onGranted(admin: Admin): unknown;
}

function Found({ person, register, onGranted }: FoundProps) {
  const { language } = useLanguage();
  const words = usePageWords(adminsWords);
  const shared = usePageWords(uiWords);
  const confirmed = useConfirmedChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const grant = useMutation({
    mutationFn: () => confirmed.run((confirmation) => grantByRegister(register, confirmation)),
    onSuccess: onGranted,
  });
  const isAdmin = person.role_id <= ROLE_IDS.admin;
  useEffect(() => heading.current?.focus(), []);

  return (
    <section className={layoutStyle.part} aria-labelledby="found" data-testid="found">
      <h3 id="found" ref={heading} tabIndex={-1}>
        {words.found}
      </h3>
      <Facts
        items={[
          [
            words.name,
            person.full_name ? (
              <span key="name" lang="mn">
                {person.full_name}
              </span>
            ) : (
              shared.unknown
            ),
          ],
          [words.nameLatin, person.full_name_en],
          [words.role, nameRole({ key: person.role }, language)],
        ]}
      />
      {isAdmin ? (
        <p className={noteStyle.note} data-testid="already-admin">
          {words.alreadyAdmin}
        </p>
      ) : (
        <>
          <p className={noteStyle.note}>{words.grantEffect}</p>
          <ActionFailure error={readStepUpFailure(grant.error)} />
          <div>
            <Button loading={grant.isPending} data-testid="grant" onClick={() => grant.mutate()}>
              {words.grant}
            </Button>
          </div>
        </>
      )}
      {confirmed.dialog}
    </section>
  );
}
