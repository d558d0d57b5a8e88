import type { Language } from '../../i18n/language.ts';
import { defineWords } from '../../i18n/words.ts';

/** Roles of every installation, with fixed ids; other roles are custom and have their own names. */
export const ROLE_IDS = {
  superadmin: 1,
  admin: 2,
  manager: 3,
  user: 4,
  officer: 5,
  registrar: 6,
  auditor: 7,
} as const;

/** Roles that do nothing without an authority. */
export const needsAuthority = (roleId: number) =>
  roleId === ROLE_IDS.officer || roleId === ROLE_IDS.registrar;

/** The administrator role includes every permission. */
export const hasEveryPermission = ({ id }: { id: number }) =>
  id === ROLE_IDS.superadmin || id === ROLE_IDS.admin;

const systemRoles = defineWords<Record<string, string>>(
  {
    superadmin: 'Ерөнхий администратор',
    admin: 'Администратор',
    manager: 'Менежер',
    user: 'Иргэн',
    officer: 'Хүсэлт шийдэх ажилтан',
    registrar: 'Үйлчилгээний бүртгэгч',
    auditor: 'Аудитор',
  },
  {
    superadmin: 'Super administrator',
    admin: 'Administrator',
    manager: 'Manager',
    user: 'Citizen',
    officer: 'Case officer',
    registrar: 'Registrar',
    auditor: 'Auditor',
  },
);

/** A system role has a translated name until an administrator renames it. */
export function nameRole(role: { key: string; name?: string }, language: Language): string {
  const isRenamed = Boolean(role.name) && role.name !== systemRoles.en[role.key];
  return (isRenamed ? role.name : systemRoles[language][role.key]) || role.name || role.key;
}

/** Where only the id and the stored name of a role are known. */
export function nameRoleById(id: number, name: string, language: Language): string {
  const key = Object.entries(ROLE_IDS).find(([, known]) => known === id)?.[0];
  return key === undefined ? name : nameRole({ key, name }, language);
}
