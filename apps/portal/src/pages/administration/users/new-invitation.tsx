import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { adminRoleInvitationsSendBody } from '../../../api/generated/bodies.ts';
import { type RoleInvitationBody, sendRoleInvitation } from '../../../api/role-invitations.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { listAssignable } from './guards.ts';
import { roleInvitationWords } from './invitation-words.ts';
import { RoleFields, toRoleBody, useRoleCheck } from './role-fields.tsx';
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

const DAYS = [7, 14, 30, 60, 90];

const EMPTY = {
  register: '',
  role_id: ROLE_IDS.officer as number,
  authorities: [] as readonly string[],
  email: '',
  days: 30,
};
type Values = typeof EMPTY;

const toBody = (values: Values): RoleInvitationBody => ({
  ...toRoleBody(values),
  role_id: values.role_id,
  days: values.days,
  ...(values.email.trim() === '' ? {} : { email: values.email.trim() }),
});

export function NewInvitation({ onClose, onSent }: { onClose(): void; onSent(): unknown }) {
  const words = usePageWords(roleInvitationWords);
  const shared = usePageWords(usersWords);
  // Everybody is a citizen already.
  const roles = listAssignable(useRoles(), useAccess()).filter(({ id }) => id !== ROLE_IDS.user);
  const checkRole = useRoleCheck();
  const stepUp = useStepUp();
  const send = useMutation({
    mutationFn: (body: RoleInvitationBody) => stepUp.run(() => sendRoleInvitation(body)),
    onSuccess: onSent,
  });
  const form = useBodyForm({
    schema: adminRoleInvitationsSendBody,
    keepAs: 'role-invitation',
    initial: EMPTY,
    toBody,
    check: (values) => checkRole(values),
    onSend: send.mutate,
    error: send.error,
    isPending: send.isPending,
  });
  const labels = { register: words.person, authorities: shared.authorities.legend, email: words.email };

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="role-invitation-form">
        <RestoredNote form={form} />
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
        <RoleFields
          values={form.values}
          roles={roles}
          managerNote={words.managerNote}
          error={form.faults['authorities']}
          onRole={(id) => form.setFieldValue('role_id', id)}
          onAuthorities={(chosen) => form.setFieldValue('authorities', chosen)}
        />
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
          value={form.values.days}
          data-testid="days"
          data={DAYS.map(String)}
          onChange={(event) => form.setFieldValue('days', Number(event.currentTarget.value))}
        />
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(send.error)} />}
        <FormActions
          form={form}
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
