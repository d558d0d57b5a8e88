import { type Access, isAdministrator } from '../api/access.ts';
import type { Need } from './places.ts';

/** The administrator role includes every permission. */
export function mayOpen({ need }: { need: Need }, access: Access | undefined): boolean {
  if (need === 'signed-in') return true;
  if (!access) return false;
  if (need === 'superadmin') return access.role === 'superadmin';
  return isAdministrator(access) || access.permissions.includes(need);
}
