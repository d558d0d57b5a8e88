import type { Access } from '../../../api/access.ts';
import type { AdminUser, Role } from '../../../api/administration.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';

/** Stands for every authority, where somebody decides the cases of them all. */
export const EVERY_AUTHORITY = '*';

export type Guard = 'self' | 'superadmin' | 'admin' | 'rank';

const isAdmin = (access: Access) =>
  access.role_id === ROLE_IDS.superadmin || access.role_id === ROLE_IDS.admin;

/** Made and changed by administrators alone. */
const isStaff = (roleId: number) => roleId <= ROLE_IDS.manager || roleId === ROLE_IDS.officer;

/** Why a person's account is not for the one who looks to change; null when it is. The server checks the same. */
export function findGuard(user: AdminUser, access: Access, ownId: string): Guard | null {
  if (user.id === ownId) return 'self';
  if (user.role_id === ROLE_IDS.superadmin) return 'superadmin';
  if (user.role_id === ROLE_IDS.admin) return access.role_id === ROLE_IDS.superadmin ? null : 'admin';
  if (!isAdmin(access) && isStaff(user.role_id)) return 'rank';
  return null;
}

/** The roles that the one who looks may give at all. */
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
