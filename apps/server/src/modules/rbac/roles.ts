import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { keepAttended, releaseLostCases } from '../authorities/index.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { keyOfName } from './role-key.ts';
import type { NewRole, PermissionsBody, RoleChange, RoleView } from './schemas.ts';
import {
  deleteRole,
  findRole,
  findRoleForUpdate,
  grant,
  insertRole,
  listPermissions,
  type RoleRow,
  readPermissions,
  revoke,
  writeRole,
} from './store.ts';

/** Announces to every instance that a role's permissions changed. */
export const roleChanged = 'role.changed';

/** Smaller ids are system roles. */
const firstCustomRole = 100;

const isAdmin = (actor: Actor) => actor.roleId === roleIds.superadmin || actor.roleId === roleIds.admin;
const isHighest = (roleId: number) => roleId === roleIds.superadmin || roleId === roleIds.admin;

export async function createRole(tx: WriteTx, actor: Actor, role: NewRole): Promise<RoleView | Refused> {
  const key = role.key ?? keyOfName(role.name) ?? fail(errors.key_required, { data: { field: 'key' } });
  const permissions = [...new Set(role.permissions ?? [])].sort();
  await rejectUnknown(tx, permissions);
  await rejectBeyondOwn(tx, actor, permissions);
  const asked = permissions.length > 0 ? await askForFreshProof(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const created = await insertRole(tx, { key, name: role.name, description: role.description ?? '' });
  if (created === undefined) fail(kernelErrors.conflict, { detail: 'the key of a role is taken' });
  if (permissions.length > 0) await grant(tx, created.id, permissions);
  announce(tx, created.id);
  tx.audit(events.created, { target: String(created.id), metadata: { key, permissions } });
  return viewRole(tx, created.id);
}

/** An absent list keeps the permissions; an empty one clears them. */
export async function changeRole(
  tx: WriteTx,
  actor: Actor,
  id: number,
  change: RoleChange,
): Promise<RoleView | Unchanged<RoleView> | Refused> {
  const role = await lockForChange(tx, actor, id);
  const asked = change.permissions && (await requireStepUpForChange(tx, actor, role, change.permissions));
  if (asked !== undefined) return asked;
  const description = change.description ?? role.description;
  const named = change.name !== role.name || description !== role.description;
  const regranted =
    change.permissions !== undefined &&
    (await replacePermissions(tx, actor, role, { ...change, permissions: change.permissions }));
  if (named) {
    await writeRole(tx, id, { name: change.name, description });
    tx.audit(events.updated, { target: String(id), metadata: { key: role.key } });
  }
  if (!named && !regranted) return unchanged(role);
  announce(tx, id);
  return viewRole(tx, id);
}

export async function setPermissions(
  tx: WriteTx,
  actor: Actor,
  id: number,
  given: PermissionsBody,
): Promise<RoleView | Unchanged<RoleView> | Refused> {
  const role = await lockForChange(tx, actor, id);
  const asked = await requireStepUpForChange(tx, actor, role, given.permissions);
  if (asked !== undefined) return asked;
  if (!(await replacePermissions(tx, actor, role, given))) return unchanged(role);
  announce(tx, id);
  return viewRole(tx, id);
}

export async function removeRole(
  tx: WriteTx,
  actor: Actor,
  id: number,
): Promise<Record<string, never> | Refused> {
  const role = (await findRoleForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
  if (role.is_system) fail(errors.system_role);
  rejectOwnRole(actor, role);
  const asked = role.permissions.length > 0 ? await askForFreshProof(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  if (!(await deleteRole(tx, id))) fail(errors.role_in_use);
  announce(tx, id);
  tx.audit(events.deleted, { target: String(id), metadata: { key: role.key } });
  return {};
}

async function lockForChange(tx: WriteTx, actor: Actor, id: number): Promise<RoleRow> {
  const role = (await findRoleForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
  rejectOwnRole(actor, role);
  return role;
}

/** Otherwise a role manager could make themselves an administrator step by step (privilege escalation). */
function rejectOwnRole(actor: Actor, role: RoleRow): void {
  if (isAdmin(actor)) return;
  if (role.id === actor.roleId || isHighest(role.id)) fail(errors.role_protected);
}

async function replacePermissions(
  tx: WriteTx,
  actor: Actor,
  role: RoleRow,
  given: PermissionsBody,
): Promise<boolean> {
  const { added, removed } = differenceOf(role, given.permissions);
  if (added.length === 0 && removed.length === 0) return false;
  if (added.length > 0) await grant(tx, role.id, added);
  const confirmed = given.confirm_unattended === true && isAdmin(actor);
  const released = await keepAttended(tx, { confirmed }, async () => {
    if (removed.length > 0) await revoke(tx, role.id, removed);
    return removed.includes('gov.review') ? releaseLostCases(tx, { now: tx.now }) : 0;
  });
  tx.audit(events.permissionsSet, {
    target: String(role.id),
    metadata: { key: role.key, added, removed, ...(released > 0 ? { released } : {}) },
  });
  return true;
}

function differenceOf(role: RoleRow, wanted: readonly string[]): { added: string[]; removed: string[] } {
  const [before, after] = [new Set(role.permissions), new Set(wanted)];
  return {
    added: [...after].filter((key) => !before.has(key)).sort(),
    removed: [...before].filter((key) => !after.has(key)).sort(),
  };
}

/**
 * A change of permissions affects every holder, so it needs the same step-up as giving or taking the role.
 */
async function requireStepUpForChange(
  tx: WriteTx,
  actor: Actor,
  role: RoleRow,
  wanted: readonly string[],
): Promise<Refused | undefined> {
  // What a system role may do is settled for every installation: an auditor who may change something is none.
  if (role.is_system) fail(errors.system_role);
  await rejectUnknown(tx, wanted);
  const { added, removed } = differenceOf(role, wanted);
  await rejectBeyondOwn(tx, actor, [...added, ...removed]);
  return added.length + removed.length === 0 ? undefined : askForFreshProof(tx, actor);
}

/** A role with more permissions than a citizen: giving or taking it needs a fresh second factor. */
export async function isPowerful(tx: Tx, role: Pick<RoleRow, 'id' | 'permissions'>): Promise<boolean> {
  if (role.id === roleIds.user) return false;
  if (role.id < firstCustomRole) return true;
  const citizen = await readPermissions(tx, roleIds.user);
  return role.permissions.some((key) => !citizen.has(key));
}

async function rejectUnknown(tx: WriteTx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const known = new Set((await listPermissions(tx)).map((permission) => permission.key));
  if (keys.some((key) => !known.has(key))) fail(errors.unknown_permission);
}

/** Read from the database instead of the cache: the actor's permissions at commit time count. */
async function rejectBeyondOwn(tx: WriteTx, actor: Actor, keys: readonly string[]): Promise<void> {
  if (isAdmin(actor) || keys.length === 0) return;
  const own = await readPermissions(tx, actor.roleId);
  if (keys.some((key) => !own.has(key))) fail(errors.role_protected);
}

function announce(tx: WriteTx, id: number): void {
  tx.publish(roleChanged, { role_id: id });
}

async function viewRole(tx: WriteTx, id: number): Promise<RoleView> {
  return (await findRole(tx, id)) ?? fail(kernelErrors.not_found);
}
