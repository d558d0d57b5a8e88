import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AdminUser, createUser, type NewUser } from '../../../api/administration.ts';
import { adminUsersRegisterBody } from '../../../api/generated/bodies.ts';
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
import { RoleFields, toRoleBody, useRoleCheck } from './role-fields.tsx';
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

const NAME_FIELDS = ['last_name', 'first_name', 'last_name_en', 'first_name_en'] as const;

const EMPTY = {
  register: '',
  last_name: '',
  first_name: '',
  last_name_en: '',
  first_name_en: '',
  role_id: ROLE_IDS.user as number,
  authorities: [] as readonly string[],
};
type Values = typeof EMPTY;

function toBody(values: Values): NewUser {
  const names = NAME_FIELDS.filter((name) => values[name].trim() !== '');
  return {
    ...toRoleBody(values),
    role_id: values.role_id,
    ...Object.fromEntries(names.map((name) => [name, values[name].trim()])),
  };
}

export function NewUserDetail({ onClose, onAdded }: { onClose(): void; onAdded(user: AdminUser): void }) {
  const words = usePageWords(usersWords);
  const roles = listAssignable(useRoles(), useAccess());
  const checkRole = useRoleCheck();
  const stepUp = useStepUp();
  const add = useMutation({
    mutationFn: (body: NewUser) => stepUp.run(() => createUser(body)),
    onSuccess: onAdded,
  });
  const form = useBodyForm({
    schema: adminUsersRegisterBody,
    keepAs: 'user:new',
    initial: EMPTY,
    toBody,
    check: (values) => checkRole(values),
    onSend: add.mutate,
    error: add.error,
    isPending: add.isPending,
  });
  const labels = {
    register: words.register,
    last_name: words.lastName,
    first_name: words.firstName,
    last_name_en: words.lastNameEn,
    first_name_en: words.firstNameEn,
    authorities: words.authorities.legend,
  };
  const text = { autoComplete: 'off', spellCheck: false };

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <p className={textStyle.quiet}>{words.addText}</p>
        <ErrorSummary errors={form.faults} labels={labels} />
        <TextInput
          {...form.field('register')}
          {...text}
          label={labels.register}
          description={words.registerHint}
          data-testid="register"
        />
        {NAME_FIELDS.map((name) => (
          <TextInput
            key={name}
            {...form.field(name)}
            {...text}
            label={`${labels[name]} (${words.optional})`}
            data-testid={name}
          />
        ))}
        <RoleFields
          values={form.values}
          roles={roles}
          managerNote={words.managerLater}
          error={form.faults['authorities']}
          onRole={(id) => form.setFieldValue('role_id', id)}
          onAuthorities={(chosen) => form.setFieldValue('authorities', chosen)}
        />
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(add.error)} />}
        <FormActions
          form={form}
          submit={words.add}
          testId="save-user"
          isPending={add.isPending}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
