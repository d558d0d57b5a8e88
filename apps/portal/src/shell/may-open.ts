import { type Access, isAdministrator } from '../api/access.ts';
import type { Need } from './places.ts';

/** Any of these opens the dashboard, where each part needs the permission of its list. */
const DASHBOARD_LISTS: readonly Need[] = ['users.manage', 'gateway.manage', 'relay.view'];

/** The administrator role includes every permission. */
export function mayOpen({ need }: { need: Need }, access: Access | undefined): boolean {
  // Staff of every role are citizens too.
  if (need === 'signed-in') return true;
  if (!access) return false;
  if (need === 'superadmin') return access.role === 'superadmin';
  if (need === 'dashboard') return DASHBOARD_LISTS.some((list) => mayOpen({ need: list }, access));
  return isAdministrator(access) || access.permissions.includes(need);
}
