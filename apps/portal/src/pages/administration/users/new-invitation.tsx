import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { adminRoleInvitationsSendBody } from '../../../api/generated/bodies.ts';
import { type RoleInvitationBody, sendRoleInvitation } from '../../../api/role-invitations.ts';
import { nameRole, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import noteStyle from '../../../ui/note.module.css';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { AuthorityFields } from './authority-fields.tsx';
import { listAssignable } from './guards.ts';
import { roleInvitationWords } from './invitation-words.ts';
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

const REGISTER_NUMBER = /^[а-яёөү]{2}\d{8}$/iu;
const DAYS = [7, 14, 30, 60, 90];
const INVITED: readonly number[] = [ROLE_IDS.officer, ROLE_IDS.manager, ROLE_IDS.admin];

const EMPTY = {
  register: '',
  role_id: ROLE_IDS.officer as number,
  authorities: [] as readonly string[],
  email: '',
  days: 30,
};
type Values = typeof EMPTY;

const isOfficer = ({ role_id }: Values) => role_id === ROLE_IDS.officer;

const toBody = (values: Values): RoleInvitationBody => ({
  register: values.register.replace(/\s/g, ''),
  role_id: values.role_id as RoleInvitationBody['role_id'],
  days: values.days,
  ...(isOfficer(values) ? { authorities: [...values.authorities] } : {}),
  ...(values.email.trim() === '' ? {} : { email: values.email.trim() }),
});

export function NewInvitation({ onClose, onSent }: { onClose(): void; onSent(): unknown }) {
  const { language } = useLanguage();
  const words = usePageWords(roleInvitationWords);
  const shared = usePageWords(usersWords);
  const roles = listAssignable(useRoles(), useAccess()).filter(({ id }) => INVITED.includes(id));
  const stepUp = useStepUp();
  const send = useMutation({
    mutationFn: (body: RoleInvitationBody) => stepUp.run(() => sendRoleInvitation(body)),
    onSuccess: onSent,
  });
  const form = useBodyForm({
    schema: adminRoleInvitationsSendBody,
    initial: EMPTY,
    toBody,
    check: (values) => ({
      ...(REGISTER_NUMBER.test(toBody(values).register) ? {} : { register: shared.registerError }),
      ...(isOfficer(values) && values.authorities.length === 0
        ? { authorities: shared.authorities.missing }
        : {}),
    }),
    onSend: send.mutate,
    error: send.error,
    isPending: send.isPending,
  });
  const { values } = form;
  const labels = { register: words.person, authorities: shared.authorities.legend, email: words.email };

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="role-invitation-form">
        <p className={textStyle.quiet}>{words.addText}</p>
        <ErrorSummary errors={form.faults} labels={labels} />
        <TextInput
          {...form.field('register')}
          label={labels.register}
          description={shared.registerHint}
          autoComplete="off"
          spellCheck={false}
          data-testid="register"
        />
        <NativeSelect
          label={words.role}
          value={values.role_id}
          data-testid="role"
          data={roles.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
          onChange={(event) => form.setFieldValue('role_id', Number(event.currentTarget.value))}
        />
        {values.role_id === ROLE_IDS.manager ? <p className={noteStyle.note}>{words.managerNote}</p> : null}
        {isOfficer(values) ? (
          <AuthorityFields
            chosen={values.authorities}
            error={form.faults['authorities']}
            onChange={(chosen) => form.setFieldValue('authorities', chosen)}
          />
        ) : null}
        <TextInput
          {...form.field('email')}
          type="email"
          label={`${labels.email} (${words.optional})`}
          description={words.emailHint}
          autoComplete="off"
          data-testid="email"
        />
        <NativeSelect
          label={words.days}
          value={values.days}
          data-testid="days"
          data={DAYS.map(String)}
          onChange={(event) => form.setFieldValue('days', Number(event.currentTarget.value))}
        />
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(send.error)} />}
        <FormActions
          submit={words.add}
          testId="send-invitation"
          isPending={send.isPending}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
