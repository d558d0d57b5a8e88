import type { Reader, Tx } from '../../kernel/db/database.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import { findRole, type RoleRow, rbacErrors } from '../rbac/index.ts';

/** Whoever changes an account: the caller, or the administrator whose grant is carried out later. */
export interface Granter {
  readonly userId: string;
  readonly roleId: number;
}

interface Target {
  readonly id: string;
  readonly role_id: number;
}

/**
 * The rules of who may change whom. Superadmin > admin > manager > user; an officer decides on people's
 * applications, so administrators alone make or change one. A role of the platform's own stands where its permissions
 * put it, and below every manager. A superadmin's row is nobody's to change, nor is one's own.
 */
export async function refuseTarget(db: Reader | Tx, granter: Granter, target: Target): Promise<void> {
  if (target.id === granter.userId || !(await isBelow(db, granter, target.role_id)))
    fail(rbacErrors.role_protected);
}

export async function refuseGrant(db: Reader | Tx, granter: Granter, role: RoleRow): Promise<void> {
  if (!(await mayGrant(db, granter, role))) fail(rbacErrors.role_protected);
}

/** Both at once, for a decision that is carried out when nobody is there to be answered. */
export async function mayGive(
  db: Reader | Tx,
  granter: Granter,
  target: Target,
  role: RoleRow,
): Promise<boolean> {
  return (
    target.id !== granter.userId &&
    (await isBelow(db, granter, target.role_id)) &&
    (await mayGrant(db, granter, role))
  );
}

async function isBelow(db: Reader | Tx, granter: Granter, roleId: number): Promise<boolean> {
  if (roleId === roleIds.superadmin) return false;
  if (granter.roleId === roleIds.superadmin) return true;
  if (roleId === roleIds.admin) return false;
  if (granter.roleId === roleIds.admin || roleId === roleIds.user) return true;
  if (roleId === roleIds.manager || roleId === roleIds.officer) return false;
  const [own, theirs] = [await permissionsOf(db, granter.roleId), await permissionsOf(db, roleId)];
  return theirs.size < own.size && isCovered(theirs, own);
}

/** Managers and officers are made by administrators alone: a manager would stand beside those they make. */
async function mayGrant(db: Reader | Tx, granter: Granter, role: RoleRow): Promise<boolean> {
  if (role.id === roleIds.superadmin) return false;
  if (granter.roleId === roleIds.superadmin) return true;
  if (role.id === roleIds.admin) return false;
  if (granter.roleId === roleIds.admin || role.id === roleIds.user) return true;
  if (role.id === roleIds.manager || role.id === roleIds.officer) return false;
  return isCovered(new Set(role.permissions), await permissionsOf(db, granter.roleId));
}

async function permissionsOf(db: Reader | Tx, roleId: number): Promise<ReadonlySet<string>> {
  return new Set((await findRole(db, roleId))?.permissions);
}

function isCovered(given: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  return [...given].every((key) => own.has(key));
}
