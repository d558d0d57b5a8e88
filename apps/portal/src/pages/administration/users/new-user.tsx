import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AdminUser, createUser, type NewUser } from '../../../api/administration.ts';
import { adminUsersRegisterBody } from '../../../api/generated/bodies.ts';
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
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

const REGISTER_NUMBER = /^[а-яёөү]{2}\d{8}$/iu;
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

const isOfficer = (values: Values) => values.role_id === ROLE_IDS.officer;

function toBody(values: Values): NewUser {
  const names = NAME_FIELDS.filter((name) => values[name].trim() !== '');
  return {
    register: values.register.replace(/\s/g, ''),
    role_id: values.role_id,
    ...Object.fromEntries(names.map((name) => [name, values[name].trim()])),
    ...(isOfficer(values) ? { authorities: [...values.authorities] } : {}),
  };
}

export function NewUserDetail({ onClose, onAdded }: { onClose(): void; onAdded(user: AdminUser): void }) {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const roles = listAssignable(useRoles(), useAccess());
  const stepUp = useStepUp();
  const add = useMutation({
    mutationFn: (body: NewUser) => stepUp.run(() => createUser(body)),
    onSuccess: onAdded,
  });
  const form = useBodyForm({
    schema: adminUsersRegisterBody,
    initial: EMPTY,
    toBody,
    check: (values) => ({
      ...(REGISTER_NUMBER.test(toBody(values).register) ? {} : { register: words.registerError }),
      ...(isOfficer(values) && values.authorities.length === 0
        ? { authorities: words.authorities.missing }
        : {}),
    }),
    onSend: add.mutate,
    error: add.error,
    isPending: add.isPending,
  });
  const { values } = form;
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
        <NativeSelect
          label={words.role}
          value={values.role_id}
          data-testid="role"
          data={roles.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
          onChange={(event) => form.setFieldValue('role_id', Number(event.currentTarget.value))}
        />
        {values.role_id === ROLE_IDS.manager ? <p className={noteStyle.note}>{words.managerLater}</p> : null}
        {isOfficer(values) ? (
          <AuthorityFields
            chosen={values.authorities}
            error={form.faults['authorities']}
            onChange={(chosen) => form.setFieldValue('authorities', chosen)}
          />
        ) : null}
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(add.error)} />}
        <FormActions submit={words.add} testId="save-user" isPending={add.isPending} onCancel={onClose} />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
