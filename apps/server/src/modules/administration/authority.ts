import type { Reader, Tx } from '../../kernel/db/database.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import { findRole, type RoleRow, rbacErrors } from '../rbac/index.ts';
import { isSamePerson } from '../users/index.ts';

/** The caller, or the administrator whose grant is carried out later. */
export interface Granter {
  readonly userId: string;
  readonly roleId: number;
}

interface Target {
  readonly id: string;
  readonly role_id: number;
}

/**
 * Rank rules: superadmin > admin > manager > user. Only administrators create or change officers, registrars and
 * auditors. The permissions of a custom role define its rank, always below manager. Nobody changes
 * a superadmin or an account of their own.
 */
export async function refuseTarget(db: Reader | Tx, granter: Granter, target: Target): Promise<void> {
  if (!(await mayChange(db, granter, target))) fail(rbacErrors.role_protected);
}

/** Whether the caller may change the account at all. */
export const mayChange = async (db: Reader | Tx, granter: Granter, target: Target): Promise<boolean> =>
  (await isBelow(db, granter, target.role_id)) && !(await isSamePerson(db, granter.userId, target.id));

export async function refuseGrant(db: Reader | Tx, granter: Granter, role: RoleRow): Promise<void> {
  if (!(await mayGrant(db, granter, role))) fail(rbacErrors.role_protected);
}

/** Checks target and role together, for a decision that is carried out later without a caller. */
export async function mayGrantTo(
  db: Reader | Tx,
  granter: Granter,
  target: Target,
  role: RoleRow,
): Promise<boolean> {
  return (await mayChange(db, granter, target)) && (await mayGrant(db, granter, role));
}

async function isBelow(db: Reader | Tx, granter: Granter, roleId: number): Promise<boolean> {
  if (roleId === roleIds.superadmin) return false;
  if (granter.roleId === roleIds.superadmin) return true;
  if (roleId === roleIds.admin) return false;
  if (granter.roleId === roleIds.admin || roleId === roleIds.user) return true;
  if (onlyByAdministrators.has(roleId)) return false;
  const [own, theirs] = [await permissionsOf(db, granter.roleId), await permissionsOf(db, roleId)];
  return theirs.size < own.size && isCovered(theirs, own);
}

/** Otherwise a manager could create accounts of equal rank, or open the registry and the audit log to themselves. */
const onlyByAdministrators: ReadonlySet<number> = new Set([
  roleIds.manager,
  roleIds.officer,
  roleIds.registrar,
  roleIds.auditor,
]);

async function mayGrant(db: Reader | Tx, granter: Granter, role: RoleRow): Promise<boolean> {
  if (role.id === roleIds.superadmin) return false;
  if (granter.roleId === roleIds.superadmin) return true;
  if (role.id === roleIds.admin) return false;
  if (granter.roleId === roleIds.admin || role.id === roleIds.user) return true;
  if (onlyByAdministrators.has(role.id)) return false;
  return isCovered(new Set(role.permissions), await permissionsOf(db, granter.roleId));
}

async function permissionsOf(db: Reader | Tx, roleId: number): Promise<ReadonlySet<string>> {
  return new Set((await findRole(db, roleId))?.permissions);
}

function isCovered(given: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  return [...given].every((key) => own.has(key));
}
