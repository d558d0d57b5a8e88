import type { Access } from '../../../api/access.ts';
import type { AdminUser, Role } from '../../../api/administration.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';

/** Stands for every authority. */
export const EVERY_AUTHORITY = '*';

export type Guard = 'self' | 'superadmin' | 'admin' | 'rank';

const isAdmin = (access: Access) =>
  access.role_id === ROLE_IDS.superadmin || access.role_id === ROLE_IDS.admin;

/** Only administrators create and change these. */
const isStaff = (roleId: number) => roleId <= ROLE_IDS.auditor && roleId !== ROLE_IDS.user;

/** The reason why the current person may not change an account; null if they may. The server checks the same. */
export function findGuard(user: AdminUser, access: Access, ownId: string): Guard | null {
  if (user.id === ownId) return 'self';
  if (user.role_id === ROLE_IDS.superadmin) return 'superadmin';
  if (user.role_id === ROLE_IDS.admin) return access.role_id === ROLE_IDS.superadmin ? null : 'admin';
  if (!isAdmin(access) && isStaff(user.role_id)) return 'rank';
  return null;
}

/** The roles that the current person may assign. */
export function listAssignable<R extends Pick<Role, 'id' | 'permissions'>>(
  roles: readonly R[],
  access: Access,
): R[] {
  return roles.filter((role) => {
    if (role.id === ROLE_IDS.superadmin) return false;
    if (role.id === ROLE_IDS.admin) return access.role_id === ROLE_IDS.superadmin;
    if (isAdmin(access)) return true;
    return !isStaff(role.id) && role.permissions.every((key) => access.permissions.includes(key));
  });
}
