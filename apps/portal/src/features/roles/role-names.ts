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

const descriptions = defineWords<Record<string, string>>(
  {
    superadmin: 'Платформыг ажиллуулна',
    admin: 'Хүмүүс, дүр, тохиргоог удирдана',
    manager: 'Хүсэлтийг хянаж, хүмүүст тусална',
    user: 'Нэвтэрсэн хүн бүр',
    officer: 'Ажилладаг байгууллагадаа ирсэн хүсэлтийг шийднэ',
    registrar: 'Ажилладаг байгууллагынхаа үйлчилгээг бүртгэнэ',
    auditor: 'Зөвхөн үйлдлийн бүртгэлийг уншина',
  },
  {
    superadmin: 'Runs the platform',
    admin: 'Administers people, roles and settings',
    manager: 'Reviews applications and helps people',
    user: 'Every person who signs in',
    officer: 'Decides applications to the authorities it works for',
    registrar: 'Describes the services of the authorities it works for',
    auditor: 'Reads the audit log and nothing else',
  },
);

/** As names: translated until an administrator writes another. */
export function describeRole(role: { key: string; description: string }, language: Language): string {
  const isOriginal = role.description === descriptions.en[role.key];
  return (isOriginal ? descriptions[language][role.key] : undefined) ?? role.description;
}

/** What is stored for the texts of a role that a form shows translated. */
export function readRoleTexts<Texts extends { name: string; description: string }>(
  shown: Texts,
  role: { key: string; name: string; description: string } | null,
): Texts {
  if (role === null) return shown;
  const isShownAs = (text: string, translate: (language: Language) => string) =>
    (['mn', 'en'] as const).some((language) => text === translate(language));
  return {
    ...shown,
    name: isShownAs(shown.name, (language) => nameRole(role, language)) ? role.name : shown.name,
    description: isShownAs(shown.description, (language) => describeRole(role, language))
      ? role.description
      : shown.description,
  };
}

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
