import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { identityErrors, readAccessMode } from '../identity/index.ts';
import { findUserForUpdate, isSamePerson, register, setRole, viewPerson } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { normaliseEmail } from './interim-secret.ts';
import type { AccessMode, AdminUser, InviteView, NewAdminBody } from './schemas.ts';
import {
  deleteInvite,
  findPerson,
  findProvenPerson,
  type InviteRow,
  insertInvite,
  listAdmins,
  listInvites,
  writeAccessMode,
  writeUnprovenEmail,
} from './store.ts';

export async function showAdmins(db: Reader): Promise<{ items: AdminUser[]; total: number }> {
  const items = (await listAdmins(db)).map(viewPerson);
  return { items, total: items.length };
}

/** Pre-registers a person, who joins the row at their first sign-in with eID. */
export async function createAdmin(tx: WriteTx, actor: Actor, body: NewAdminBody): Promise<AdminUser> {
  const id = await register(tx, {
    nationalId: normaliseRegister(body.register),
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    firstNameEn: body.first_name_en ?? '',
    lastNameEn: body.last_name_en ?? '',
    roleId: roleIds.admin,
  });
  if (id === undefined) fail(kernelErrors.conflict);
  await refuseOwn(tx, actor, id);
  if (body.email !== undefined) await writeUnprovenEmail(tx, id, normaliseEmail(body.email));
  tx.audit(events.adminCreated, { target: id });
  return showPerson(tx, id);
}

export async function previewByRegister(db: Reader, number: string): Promise<AdminUser> {
  return viewPerson((await findProvenPerson(db, normaliseRegister(number))) ?? fail(kernelErrors.not_found));
}

export async function grantByRegister(
  tx: WriteTx,
  actor: Actor,
  number: string,
  confirmation: Confirmation,
): Promise<AdminUser> {
  const person = (await findProvenPerson(tx, normaliseRegister(number))) ?? fail(kernelErrors.not_found);
  return grant(tx, actor, person.id, confirmation);
}

type Confirmation = { confirm_unattended?: boolean };

export async function grant(
  tx: WriteTx,
  actor: Actor,
  id: string,
  { confirm_unattended: confirmed = false }: Confirmation,
): Promise<AdminUser> {
  await refuseOwn(tx, actor, id);
  const user = await findUserForUpdate(tx, id);
  if (user === undefined || user.deleted_at !== null) fail(kernelErrors.not_found);
  if (user.role_id <= roleIds.admin) fail(errors.already_admin);
  // A promoted officer sees the cases still, but an administrator decides none of them from day to day.
  await setRole(tx, id, roleIds.admin, { confirmed });
  tx.audit(events.adminGranted, { target: id, metadata: { from_role_id: user.role_id } });
  return showPerson(tx, id);
}

export async function revoke(tx: WriteTx, actor: Actor, id: string): Promise<AdminUser> {
  await refuseOwn(tx, actor, id);
  const user = await findUserForUpdate(tx, id);
  if (user === undefined || user.deleted_at !== null) fail(kernelErrors.not_found);
  if (user.role === 'superadmin') fail(errors.role_protected);
  if (user.role_id !== roleIds.admin) fail(errors.not_an_admin);
  await setRole(tx, id, roleIds.user);
  tx.audit(events.adminRevoked, { target: id });
  return showPerson(tx, id);
}

/** A super administrator has an ordinary account as well, which another one makes an administrator. */
async function refuseOwn(tx: WriteTx, actor: Actor, id: string): Promise<void> {
  if (await isSamePerson(tx, actor.userId, id)) fail(kernelErrors.forbidden, { detail: 'own account' });
}

export async function showInvites(db: Reader): Promise<{ items: InviteView[]; total: number }> {
  const items = (await listInvites(db)).map(viewInvite);
  return { items, total: items.length };
}

export async function invite(tx: WriteTx, actor: Actor, given: string): Promise<InviteView> {
  const email = normaliseEmail(given);
  const created = await insertInvite(tx, { email, invitedBy: actor.userId, now: tx.now });
  if (created === undefined) fail(kernelErrors.conflict);
  tx.audit(events.inviteCreated, { target: email, metadata: { by: 'superadmin' } });
  return viewInvite(created);
}

/** Also ends an onboarding in progress; a person who has already become a super administrator stays one. */
export async function withdrawInvite(tx: WriteTx, given: string): Promise<Record<string, never>> {
  const email = normaliseEmail(given);
  const gone = (await deleteInvite(tx, email)) ?? fail(kernelErrors.not_found);
  tx.audit(events.inviteDeleted, { target: email, metadata: { pending: gone.accepted_at === null } });
  return {};
}

/** An unknown value keeps unregistered people out, so it reads as private. */
export async function showAccessMode(db: Reader, fallback: AccessMode['mode']): Promise<AccessMode> {
  return { mode: ((await readAccessMode(db)) ?? fallback) === 'public' ? 'public' : 'private' };
}

export async function setAccessMode(tx: WriteTx, mode: AccessMode['mode']): Promise<AccessMode> {
  await writeAccessMode(tx, mode, tx.now);
  tx.audit(events.accessModeSet, { target: 'access_mode', metadata: { mode } });
  return { mode };
}

async function showPerson(tx: WriteTx, id: string): Promise<AdminUser> {
  return viewPerson((await findPerson(tx, id)) ?? fail(kernelErrors.not_found));
}

function normaliseRegister(text: string): string {
  const value = text.replace(/\s/g, '').toUpperCase();
  if (!/^[А-ЯЁӨҮ]{2}\d{8}$/u.test(value)) fail(identityErrors.invalid_national_id);
  return value;
}

function viewInvite(row: InviteRow): InviteView {
  return { ...row, pending: row.accepted_at === null };
}
