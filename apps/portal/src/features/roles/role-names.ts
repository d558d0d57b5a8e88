import type { Language } from '../../i18n/language.ts';
import { defineWords } from '../../i18n/words.ts';

/** Roles of every installation, with fixed ids; other roles are custom and have their own names. */
export const ROLE_IDS = { superadmin: 1, admin: 2, manager: 3, user: 4, officer: 5 } as const;

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
  },
  {
    superadmin: 'Super administrator',
    admin: 'Administrator',
    manager: 'Manager',
    user: 'Citizen',
    officer: 'Case officer',
  },
);

/** A system role has a translated name until an administrator renames it. */
export function nameRole(role: { key: string; name?: string }, language: Language): string {
  const isRenamed = Boolean(role.name) && role.name !== systemRoles.en[role.key];
  return (isRenamed ? role.name : systemRoles[language][role.key]) || role.name || role.key;
}
