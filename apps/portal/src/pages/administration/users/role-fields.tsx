import { NativeSelect } from '@mantine/core';
import type { Role } from '../../../api/administration.ts';
import { nameRole, needsAuthority, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import { AuthorityFields } from './authority-fields.tsx';
import { usersWords } from './words.ts';

const REGISTER_NUMBER = /^[а-яёөү]{2}\d{8}$/iu;

interface RoleValues {
  role_id: number;
  /** Of an officer or a registrar; otherwise not sent. */
  authorities: readonly string[];
}

const isBound = ({ role_id }: RoleValues) => needsAuthority(role_id);

/** The part of a body that names the person and the role. */
export const toRoleBody = (values: RoleValues & { register: string }) => ({
  register: values.register.replace(/\s/g, ''),
  ...(isBound(values) ? { authorities: [...values.authorities] } : {}),
});

export function useRoleCheck() {
  const words = usePageWords(usersWords);
  return (values: RoleValues & { register: string }) => ({
    ...(REGISTER_NUMBER.test(toRoleBody(values).register) ? {} : { register: words.registerError }),
    ...(isBound(values) && values.authorities.length === 0 ? { authorities: words.authorities.missing } : {}),
  });
}

interface RoleFieldsProps {
  values: RoleValues;
  roles: readonly Role[];
  managerNote: string;
  /** About the authorities. */
  error: string | undefined;
  onRole(id: number): void;
  onAuthorities(chosen: string[]): void;
}

export function RoleFields({ values, roles, managerNote, error, onRole, onAuthorities }: RoleFieldsProps) {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  return (
    <>
      <NativeSelect
        label={words.role}
        value={values.role_id}
        data-testid="role"
        data={roles.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
        onChange={(event) => onRole(Number(event.currentTarget.value))}
      />
      {values.role_id === ROLE_IDS.manager ? <p className={noteStyle.note}>{managerNote}</p> : null}
      {isBound(values) ? (
        <AuthorityFields chosen={values.authorities} error={error} onChange={onAuthorities} />
      ) : null}
    </>
  );
}
