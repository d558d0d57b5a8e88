import { type Access, isAdministrator } from '../api/access.ts';
import { isHidden } from './places.ts';

/** Work whose page is the first one, like the desk of an officer; the permission that is the work of a role. */
const WORK = [
  { need: 'registry.manage', path: '/registry' },
  { need: 'registry.view', path: '/registry' },
  { need: 'audit.view', path: '/administration/audit' },
] as const;

/** Where a registrar or an auditor begins; null for everybody whose first page is `/home`. */
export function findFirstPage(access: Access | undefined, hidden: readonly string[]): string | null {
  // Administrators hold every permission, and officers have their work on the page itself.
  if (!access || isAdministrator(access) || access.permissions.includes('gov.review')) return null;
  const work = WORK.find(({ need, path }) => access.permissions.includes(need) && !isHidden(path, hidden));
  return work?.path ?? null;
}

/** The person's own matters, also for those who begin elsewhere. */
export const OWN_HOME = '/home?show=own';
