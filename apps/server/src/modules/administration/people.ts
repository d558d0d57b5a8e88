import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { readOffset } from '../../kernel/http/sorted-page.ts';
import { cutPage } from '../../kernel/http/time-cursor.ts';
import { identityErrors } from '../identity/index.ts';
import { findRole, findRoleForGrant, isPowerful, type RoleRow, rbacErrors } from '../rbac/index.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import {
  findUser,
  findUserForUpdate,
  isSamePerson,
  listAuthoritiesOfAll,
  register,
  searchUsers,
  setActive,
  setAuthorities,
  setGeId,
  setRole,
  softDelete,
  type UserFilter,
  type UserRow,
  userSorts,
} from '../users/index.ts';
import { wantManager, withdrawApproval } from './approvals.ts';
import { checkAuthorities, requireAuthorities } from './authorities.ts';
import { refuseGrant, refuseTarget } from './authority.ts';
import type {
  ActiveBody,
  AdminUser,
  AuthoritiesBody,
  GeIdBody,
  Preregistration,
  RoleBody,
  UsersQuery,
} from './schemas.ts';
import { showAdminUser, viewAdminUser } from './view.ts';

const registerNumber = /^[А-ЯЁӨҮ]{2}\d{8}$/u;
const foldNumber = (text: string) => text.replace(/\s/g, '').toUpperCase();

export async function listPeople(
  db: Reader,
  query: UsersQuery,
): Promise<{ items: AdminUser[]; total: number; next?: string }> {
  const filter: UserFilter = {
    ...(query.q === undefined ? {} : readSearch(query.q)),
    ...(query.role === undefined ? {} : { roleId: query.role }),
    ...(query.active === undefined ? {} : { active: query.active }),
  };
  const page = { ...userSorts.read(query), offset: readOffset(query) };
  const found = await searchUsers(db, filter, page);
  const { items: rows, ...rest } = cutPage({ ...found, capped: false }, page.limit, (row) =>
    userSorts.write(page.sort, row),
  );
  const authorities = await listAuthoritiesOfAll(
    db,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => viewAdminUser(row, authorities.get(row.id))), ...rest };
}

/** A complete register number finds its one person; any other text is a prefix of a name or username. */
function readSearch(q: string): UserFilter {
  const number = foldNumber(q);
  if (registerNumber.test(number)) return { nationalId: number };
  // Quotes and backslashes would end a quoted tsquery word; the index splits names at the same characters.
  const words = q.split(/[\s'’\\]+/).filter((word) => word !== '');
  return { words: words.map((word) => `'${word}':*`).join(' & ') };
}

const noSuchRole = {
  mn: 'Ийм дүр байхгүй. Дүрийн жагсаалтаас сонгоно уу.',
  en: 'is not a known role; choose from the list of roles',
};

/** A future manager starts as a citizen: the role needs their own PIN2, which needs a sign-in first. */
export async function preregister(
  tx: WriteTx,
  actor: Actor,
  body: Preregistration,
): Promise<AdminUser | Refused> {
  const nationalId = foldNumber(body.register);
  if (!registerNumber.test(nationalId)) fail(identityErrors.invalid_national_id);
  const role =
    (await findRoleForGrant(tx, body.role_id ?? roleIds.user)) ?? failUnknown('role_id', noSuchRole);
  await refuseGrant(tx, actor, role);
  const authorities = await requireAuthorities(tx, role, body.authorities);
  if (authorities !== undefined) refuseAuthorities(actor);
  const asked = (await isPowerful(tx, role)) ? await askForFreshProof(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const needsApproval = role.id === roleIds.manager;
  const id = await register(tx, {
    nationalId,
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    firstNameEn: body.first_name_en ?? '',
    lastNameEn: body.last_name_en ?? '',
    roleId: needsApproval ? roleIds.user : role.id,
  });
  if (id === undefined) fail(kernelErrors.conflict, { detail: 'the register number is already registered' });
  if (await isSamePerson(tx, actor.userId, id)) fail(rbacErrors.role_protected);
  if (needsApproval) await wantManager(tx, actor, id);
  if (authorities !== undefined) await setAuthorities(tx, id, authorities, actor.userId);
  return view(tx, id);
}

export async function changeGeId(
  tx: WriteTx,
  actor: Actor,
  id: string,
  { ge_id: geId, confirm_reuse }: GeIdBody,
): Promise<AdminUser | Unchanged<AdminUser>> {
  const target = await lockTarget(tx, actor, id);
  if (target.ge_id === geId) return unchanged(await showAdminUser(tx, target));
  await setGeId(tx, id, geId, confirm_reuse === true);
  return view(tx, id);
}

/** Handles every role except manager, which needs the person's own approval. */
export async function changeRole(
  tx: WriteTx,
  actor: Actor,
  id: string,
  given: RoleBody,
): Promise<AdminUser | Unchanged<AdminUser> | Refused> {
  const target = await lockTarget(tx, actor, id);
  const role = (await findRoleForGrant(tx, given.role_id)) ?? failUnknown('role_id', noSuchRole);
  await refuseGrant(tx, actor, role);
  const isOther = target.role_id !== role.id;
  const authorities =
    isOther || given.authorities !== undefined
      ? await requireAuthorities(tx, role, given.authorities)
      : undefined;
  if (authorities !== undefined) refuseAuthorities(actor);
  const isMove = isOther || authorities !== undefined;
  const asked = isMove ? await requireProofIfPowerful(tx, actor, target, role) : undefined;
  if (asked !== undefined) return asked;
  const isWithdrawn = await withdrawApproval(tx, id, 'other_role');
  const confirmation = confirmationOf(actor, given);
  if (isOther) await setRole(tx, id, role.id, confirmation);
  const isMoved =
    authorities !== undefined && (await setAuthorities(tx, id, authorities, actor.userId, confirmation));
  if (!isOther && !isMoved && !isWithdrawn) return unchanged(await showAdminUser(tx, target));
  return view(tx, id);
}

/** For reviewers with another main role, and for an officer or registrar who moves to another authority. */
/** With ids instead of names, as forms send them back. */
export async function readAuthoritiesOf(tx: WriteTx, id: string): Promise<AdminUser> {
  const user = await view(tx, id);
  return { ...user, authorities: user.authority_ids };
}

export async function changeAuthorities(
  tx: WriteTx,
  actor: Actor,
  id: string,
  given: AuthoritiesBody,
): Promise<AdminUser | Unchanged<AdminUser>> {
  const target = await lockTarget(tx, actor, id);
  const role = (await findRole(tx, target.role_id)) ?? failUnknown('role_id', noSuchRole);
  const authorities = await checkAuthorities(tx, role, given.authorities);
  if (!(await setAuthorities(tx, id, authorities, actor.userId, confirmationOf(actor, given))))
    return unchanged(await showAdminUser(tx, target));
  return view(tx, id);
}

export async function changeActive(
  tx: WriteTx,
  actor: Actor,
  id: string,
  given: ActiveBody,
): Promise<AdminUser | Unchanged<AdminUser> | Refused> {
  const { active } = given;
  const target = await lockTarget(tx, actor, id);
  if (target.active === active) return unchanged(await showAdminUser(tx, target));
  if (!active) await withdrawApproval(tx, id, 'disabled');
  await setActive(tx, id, active, confirmationOf(actor, given));
  return view(tx, id);
}

export async function removePerson(
  tx: WriteTx,
  actor: Actor,
  id: string,
  given: Confirmation,
): Promise<Record<string, never>> {
  await lockTarget(tx, actor, id);
  await withdrawApproval(tx, id, 'deleted');
  await softDelete(tx, id, confirmationOf(actor, given));
  return {};
}

type Confirmation = { confirm_unattended?: boolean };

/** Others who manage people may not leave cases to administrators. */
const confirmationOf = (actor: Actor, { confirm_unattended: given }: Confirmation) => ({
  confirmed: given === true && actor.roleId <= roleIds.admin,
});

async function requireProofIfPowerful(
  tx: WriteTx,
  actor: Actor,
  target: UserRow,
  given?: RoleRow,
): Promise<Refused | undefined> {
  for (const role of [await findRole(tx, target.role_id), given])
    if (role !== undefined && (await isPowerful(tx, role))) return askForFreshProof(tx, actor);
  return undefined;
}

/** A holder of users.manage could otherwise give a role of the installation more authorities than they have. */
function refuseAuthorities(actor: Actor): void {
  if (actor.roleId > roleIds.admin) fail(rbacErrors.role_protected);
}

/** The lock lasts until commit, so that a checked rule stays true. */
export async function lockTarget(tx: WriteTx, actor: Actor, id: string): Promise<UserRow> {
  const target = await findUserForUpdate(tx, id);
  if (target === undefined || target.deleted_at !== null) fail(kernelErrors.not_found);
  await refuseTarget(tx, actor, target);
  return target;
}

async function view(tx: WriteTx, id: string): Promise<AdminUser> {
  return showAdminUser(tx, (await findUser(tx, id)) ?? fail(kernelErrors.not_found));
}
