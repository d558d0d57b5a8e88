import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { orgCreateBody } from '../../api/generated/bodies.ts';
import {
  createOrganisation,
  lookUpOrganisation,
  organisationsQuery,
  type RegistryRecord,
} from '../../api/organisations.ts';
import { findRegNoFault, normaliseRegNo } from '../../features/organisations/numbers.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { RegistryFacts } from './registry-facts.tsx';
import { TakeOver } from './take-over.tsx';
import { organisationsWords } from './words.ts';

/** The registry's record, or only the number if the platform is not connected to the registry. */
type Found = { kind: 'record'; record: RegistryRecord } | { kind: 'unchecked'; regNo: string };

export function CreateOrganisation({ onClose }: { onClose(): void }) {
  const { create: words } = usePageWords(organisationsWords);
  const [found, setFound] = useState<Found | null>(null);
  return (
    <Section id="create" title={words.heading} lead={words.lead}>
      {found ? (
        <Confirm found={found} onBack={() => setFound(null)} />
      ) : (
        <LookUp onFound={setFound} onClose={onClose} />
      )}
    </Section>
  );
}

function LookUp({ onFound, onClose }: { onFound(found: Found): void; onClose(): void }) {
  const { create: words } = usePageWords(organisationsWords);
  const explain = useExplanation('registry');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const lookUp = useMutation({
    mutationFn: lookUpOrganisation,
    onSuccess: (record) => onFound({ kind: 'record', record }),
    onError: (error, regNo) => {
      const failure = readFailure(error);
      if (failure.kind === 'unavailable' && failure.code === 'not_configured')
        onFound({ kind: 'unchecked', regNo });
      else if (failure.kind === 'refused' && failure.status === 404) setFault(words.unknown(regNo));
      else if (failure.kind === 'invalid') setFault(words.shape);
      else return;
      field.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lookUp.isPending) return;
    const regNo = normaliseRegNo(text);
    const slip = findRegNoFault(regNo);
    setFault(slip ? words[slip] : null);
    if (slip) field.current?.focus();
    else lookUp.mutate(regNo);
  };

  return (
    <form className={formStyle.narrow} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        size="md"
        autoFocus
        label={words.regNo}
        description={words.regNoHint}
        error={fault}
        value={text}
        autoComplete="off"
        spellCheck={false}
        data-testid="create-reg-no"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Failed text={lookUp.error && !fault ? explain(lookUp.error) : null} testId="create-failed" />
      <FormActions submit={words.find} testId="create-find" isPending={lookUp.isPending} onCancel={onClose} />
    </form>
  );
}

function Confirm({ found, onBack }: { found: Found; onBack(): void }) {
  const { create: words } = usePageWords(organisationsWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const navigate = useNavigate();
  const record = found.kind === 'record' ? found.record : null;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const create = useMutation({
    mutationFn: createOrganisation,
    onSuccess: async (organisation) => {
      await client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
      navigate(`/organisations/${organisation.id}`, { state: { created: true } });
    },
  });
  const regNo = found.kind === 'record' ? found.record.reg_no : found.regNo;
  const failure = create.error ? readFailure(create.error) : null;
  const exists = failure?.kind === 'refused' && failure.code === 'organisation_exists';
  const form = useBodyForm({
    schema: orgCreateBody,
    keepAs: `organisation:${regNo}`,
    initial: { name: record?.name ?? '', name_latin: record?.name_latin ?? '' },
    toBody: ({ name, name_latin }) => ({
      reg_no: regNo,
      name: name.trim(),
      ...(name_latin.trim() === '' ? {} : { name_latin: name_latin.trim() }),
    }),
    onSend: create.mutate,
    error: create.error,
    isPending: create.isPending,
  });

  if (record?.org_id) {
    return (
      <>
        <RegistryFacts ref={title} record={record} />
        <p>{words.alreadyMember}</p>
        <div className={formStyle.actions}>
          <Button component={Link} to={`/organisations/${record.org_id}`}>
            {words.toOrganisation}
          </Button>
          <Button variant="default" onClick={onBack}>
            {words.other}
          </Button>
        </div>
      </>
    );
  }
  return (
    <form className={layoutStyle.stack} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      {record ? <RegistryFacts ref={title} record={record} /> : <p>{words.notConnected}</p>}
      <div className={formStyle.narrow}>
        {record ? null : (
          <TextInput
            {...form.field('name')}
            autoFocus
            size="md"
            label={words.name}
            data-testid="create-name"
          />
        )}
        {record?.name_latin ? null : (
          <TextInput
            {...form.field('name_latin')}
            size="md"
            label={words.nameLatin}
            data-testid="create-name-latin"
          />
        )}
      </div>
      <p>{words.willHappen}</p>
      {exists ? (
        <>
          <TakeOver regNo={regNo} />
          <div className={formStyle.actions}>
            <Button variant="default" onClick={onBack}>
              {words.other}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Failed
            text={create.error && !form.hasFaults ? explain(create.error) : null}
            testId="create-failed"
          />
          <FormActions
            form={form}
            submit={words.confirm}
            testId="create-confirm"
            isPending={create.isPending}
            cancel={words.other}
            onCancel={onBack}
          />
        </>
      )}
    </form>
  );
}
