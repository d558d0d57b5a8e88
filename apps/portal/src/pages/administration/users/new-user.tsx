import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdminUser, createUser, type NewUser } from '../../../api/administration.ts';
import { nameRole, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
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
type Field = 'register' | (typeof NAME_FIELDS)[number];

const EMPTY: Record<Field, string> = {
  register: '',
  last_name: '',
  first_name: '',
  last_name_en: '',
  first_name_en: '',
};

export function NewUserDetail({ onClose, onAdded }: { onClose(): void; onAdded(user: AdminUser): void }) {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const roles = listAssignable(useRoles(), useAccess());
  const [values, setValues] = useState(EMPTY);
  const [roleId, setRoleId] = useState<number>(ROLE_IDS.user);
  const [authorities, setAuthorities] = useState<readonly string[]>([]);
  const stepUp = useStepUp();
  const isOfficer = roleId === ROLE_IDS.officer;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const labels: Record<Field, string> = {
    register: words.register,
    last_name: words.lastName,
    first_name: words.firstName,
    last_name_en: words.lastNameEn,
    first_name_en: words.firstNameEn,
  };
  const add = useMutation({
    mutationFn: (body: NewUser) => stepUp.run(() => createUser(body)),
    onSuccess: onAdded,
    onError: (error) => setErrors(readFaults(error)),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const register = values.register.replace(/\s/g, '');
    const found: Record<string, string> = REGISTER_NUMBER.test(register)
      ? {}
      : { register: words.registerError };
    if (isOfficer && authorities.length === 0) found['authorities'] = words.authorities.missing;
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body: NewUser = {
      register,
      role_id: roleId,
      ...(isOfficer ? { authorities: [...authorities] } : {}),
    };
    for (const field of NAME_FIELDS) if (values[field].trim()) body[field] = values[field].trim();
    add.mutate(body);
  };

  const input = (field: Field) => (
    <TextInput
      key={field}
      id={field}
      label={field === 'register' ? labels[field] : `${labels[field]} (${words.optional})`}
      description={field === 'register' ? words.registerHint : undefined}
      error={errors[field]}
      value={values[field]}
      maxLength={field === 'register' ? 20 : 100}
      autoComplete="off"
      spellCheck={false}
      data-testid={field}
      onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
    />
  );

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <p className={textStyle.quiet}>{words.addText}</p>
        <ErrorSummary errors={errors} labels={{ ...labels, authorities: words.authorities.legend }} />
        {input('register')}
        {NAME_FIELDS.map(input)}
        <NativeSelect
          label={words.role}
          value={roleId}
          data-testid="role"
          data={roles.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
          onChange={(event) => setRoleId(Number(event.currentTarget.value))}
        />
        {roleId === ROLE_IDS.manager ? <p className={noteStyle.note}>{words.managerLater}</p> : null}
        {isOfficer ? (
          <AuthorityFields chosen={authorities} error={errors['authorities']} onChange={setAuthorities} />
        ) : null}
        {Object.keys(errors).length === 0 ? <ActionFailure error={readStepUpFailure(add.error)} /> : null}
        <FormActions submit={words.add} testId="save-user" isPending={add.isPending} onCancel={onClose} />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
