import type { Access } from '../api/access.ts';
import { isAdministrator } from '../api/access.ts';

/** What a place asks of a person: to be signed in, to be an administrator, or a permission by its key. */
export type Need =
  | 'signed-in'
  | 'administrator'
  | 'superadmin'
  | 'users.manage'
  | 'roles.manage'
  | 'settings.manage'
  | 'gateway.manage'
  | 'gov.review'
  | 'registry.view';

export interface Place {
  key:
    | 'home'
    | 'services'
    | 'my-applications'
    | 'references'
    | 'payments'
    | 'appointments'
    | 'notifications'
    | 'profile'
    | 'organisations'
    | 'officer'
    | 'registry'
    | 'users'
    | 'roles'
    | 'audit'
    | 'security'
    | 'appearance'
    | 'applications'
    | 'gateway'
    | 'tools'
    | 'admins'
    | 'invites'
    | 'access-mode';
  path: string;
  need: Need;
}

export const PERSONAL_PLACES: readonly Place[] = [
  { key: 'home', path: '/home', need: 'signed-in' },
  { key: 'services', path: '/services', need: 'signed-in' },
  { key: 'my-applications', path: '/applications', need: 'signed-in' },
  { key: 'references', path: '/references', need: 'signed-in' },
  { key: 'payments', path: '/payments', need: 'signed-in' },
  { key: 'appointments', path: '/appointments', need: 'signed-in' },
  { key: 'notifications', path: '/notifications', need: 'signed-in' },
  { key: 'profile', path: '/profile', need: 'signed-in' },
  { key: 'organisations', path: '/organisations', need: 'signed-in' },
];

/** Where people work for others, rather than for themselves or for the platform. */
export const WORK_PLACES: readonly Place[] = [
  { key: 'officer', path: '/officer', need: 'gov.review' },
  { key: 'registry', path: '/registry', need: 'registry.view' },
];

export const ADMINISTRATION_PLACES: readonly Place[] = [
  { key: 'users', path: '/administration/users', need: 'users.manage' },
  { key: 'roles', path: '/administration/roles', need: 'roles.manage' },
  { key: 'audit', path: '/administration/audit', need: 'administrator' },
  { key: 'security', path: '/administration/security', need: 'administrator' },
  { key: 'appearance', path: '/administration/appearance', need: 'settings.manage' },
  { key: 'applications', path: '/administration/applications', need: 'gateway.manage' },
  { key: 'gateway', path: '/administration/gateway', need: 'gateway.manage' },
  { key: 'tools', path: '/administration/tools', need: 'administrator' },
  { key: 'admins', path: '/administration/admins', need: 'superadmin' },
  { key: 'invites', path: '/administration/invites', need: 'superadmin' },
  { key: 'access-mode', path: '/administration/access-mode', need: 'superadmin' },
];

/** Administrators hold every permission by being what they are. */
export function mayOpen(place: Place, access: Access | undefined): boolean {
  if (place.need === 'signed-in') return true;
  if (!access) return false;
  if (place.need === 'superadmin') return access.role === 'superadmin';
  return isAdministrator(access) || access.permissions.includes(place.need);
}

export function isAt(place: Place, pathname: string): boolean {
  return pathname === place.path || pathname.startsWith(`${place.path}/`);
}

/** Whether an address belongs to a module that is switched off. */
export function isHidden(pathname: string, hidden: readonly string[]): boolean {
  return hidden.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}
