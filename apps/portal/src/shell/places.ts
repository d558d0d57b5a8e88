import type { Access } from '../api/access.ts';
import { isAdministrator } from '../api/access.ts';

/** What a place asks of a person: to be signed in, to be an administrator, or a permission by its key. */
export type Need = 'signed-in' | 'administrator' | 'users.manage' | 'roles.manage' | 'settings.manage';

export interface Place {
  key: 'home' | 'profile' | 'organisations' | 'users' | 'roles' | 'audit' | 'security' | 'appearance';
  path: string;
  need: Need;
}

export const PERSONAL_PLACES: readonly Place[] = [
  { key: 'home', path: '/home', need: 'signed-in' },
  { key: 'profile', path: '/profile', need: 'signed-in' },
  { key: 'organisations', path: '/organisations', need: 'signed-in' },
];

export const ADMINISTRATION_PLACES: readonly Place[] = [
  { key: 'users', path: '/administration/users', need: 'users.manage' },
  { key: 'roles', path: '/administration/roles', need: 'roles.manage' },
  { key: 'audit', path: '/administration/audit', need: 'administrator' },
  { key: 'security', path: '/administration/security', need: 'administrator' },
  { key: 'appearance', path: '/administration/appearance', need: 'settings.manage' },
];

/** Administrators hold every permission by being what they are. */
export function mayOpen(place: Place, access: Access | undefined): boolean {
  if (place.need === 'signed-in') return true;
  if (!access) return false;
  return isAdministrator(access) || access.permissions.includes(place.need);
}

export function isAt(place: Place, pathname: string): boolean {
  return pathname === place.path || pathname.startsWith(`${place.path}/`);
}
