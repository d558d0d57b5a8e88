import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, failField, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import { refuseGrant, requireAuthorities } from '../administration/index.ts';
import { identityErrors } from '../identity/index.ts';
import { findRole, findRoleForGrant } from '../rbac/index.ts';
import { findUser, joinNames } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { letterQueue } from './letters.ts';
import type { InvitationBody, WaitingInvitation } from './schemas.ts';
import {
  claimLetter,
  endInvitation,
  findOpen,
  type InvitationRow,
  insertInvitation,
  listWaiting,
  type WaitingRow,
} from './store.ts';

const noSuchRole = {
  mn: 'Ийм дүр байхгүй. Дүрийн жагсаалтаас сонгоно уу.',
  en: 'is not a known role; choose from the list of roles',
};
const notInvited = {
  mn: 'Иргэн, ерөнхий администраторын дүрд ингэж урихгүй. Ерөнхий администраторыг тусгай хуудаснаас урина.',
  en: 'cannot be given by an invitation; super administrators are invited on their own page',
};
const registerNumber = /^[А-ЯЁӨҮ]{2}\d{8}$/u;
const dayMs = 24 * 3_600_000;
const letterPauseMs = 3_600_000;
const mostLetters = 5;
const mostWaiting = 200;

/** The answer repeats only what the caller gave, and does not say whether the person has an account. */
export async function invite(tx: WriteTx, actor: Actor, body: InvitationBody): Promise<WaitingInvitation> {
  const nationalId = body.register.normalize('NFC').replace(/\s/g, '').toUpperCase();
  if (!registerNumber.test(nationalId)) fail(identityErrors.invalid_national_id);
  const role = (await findRoleForGrant(tx, body.role_id)) ?? failUnknown('role_id', noSuchRole);
  // Everybody is a citizen, and a super administrator has a separate account with its own onboarding.
  if (role.id === roleIds.user || role.id === roleIds.superadmin)
    failField('role_id', notInvited, 'not_invited');
  await refuseGrant(tx, actor, role);
  const authorities = (await requireAuthorities(tx, role, body.authorities)) ?? [];
  if ((await listWaiting(tx, tx.now)).length >= mostWaiting) fail(errors.too_many_invitations);
  const made = await insertInvitation(tx, {
    nationalId,
    roleId: role.id,
    authorities,
    email: body.email ?? null,
    invitedBy: actor.userId,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + (body.days ?? 30) * dayMs),
  });
  if (made === undefined) fail(errors.already_invited);
  tx.audit(events.sent, {
    target: made.id,
    metadata: { role_id: role.id, expires_at: made.expires_at },
  });
  if (made.email !== null) tx.enqueue(letterQueue, { id: made.id });
  return view(tx, made);
}

export async function readWaiting(
  db: Reader,
  now: Date,
): Promise<{ items: WaitingInvitation[]; total: number }> {
  const items = (await listWaiting(db, now)).map(viewWaiting);
  return { items, total: items.length };
}

export async function resend(tx: WriteTx, actor: Actor, id: string): Promise<WaitingInvitation> {
  const waiting = await lock(tx, actor, id);
  if (waiting.email === null) fail(errors.letter_not_possible);
  const before = new Date(tx.now.getTime() - letterPauseMs);
  const sent =
    (await claimLetter(tx, { id, before, most: mostLetters, now: tx.now })) ??
    fail(errors.letter_sent_recently);
  tx.audit(events.resent, { target: id, metadata: { role_id: sent.role_id, letters: sent.letters } });
  tx.enqueue(letterQueue, { id });
  return view(tx, sent);
}

export async function withdraw(tx: WriteTx, actor: Actor, id: string): Promise<Record<string, never>> {
  const waiting = await lock(tx, actor, id);
  if (!(await endInvitation(tx, { id, state: 'withdrawn', now: tx.now }))) fail(kernelErrors.not_found);
  tx.audit(events.withdrawn, { target: id, metadata: { role_id: waiting.role_id } });
  return {};
}

/** Whoever could give the role may change an invitation to it. */
async function lock(tx: WriteTx, actor: Actor, id: string): Promise<InvitationRow> {
  const waiting = (await findOpen(tx, id, tx.now)) ?? fail(kernelErrors.not_found);
  await refuseGrant(tx, actor, (await findRole(tx, waiting.role_id)) ?? fail(kernelErrors.not_found));
  return waiting;
}

async function view(tx: WriteTx, row: InvitationRow): Promise<WaitingInvitation> {
  const { last_name = '', first_name = '' } = (await findUser(tx, row.invited_by)) ?? {};
  return viewWaiting({ ...row, last_name, first_name });
}

function viewWaiting(row: WaitingRow): WaitingInvitation {
  return {
    id: row.id,
    role_id: row.role_id,
    role: row.role,
    authorities: row.authority_names,
    authorities_en: row.authority_names_en,
    created_at: row.created_at,
    expires_at: row.expires_at,
    register: mask(row.national_id),
    ...(row.email === null ? {} : { email: row.email }),
    letters: row.letters,
    ...(row.letter_at === null ? {} : { letter_at: row.letter_at }),
    invited_by: row.invited_by,
    inviter: joinNames(row.last_name, row.first_name),
  };
}

const mask = (nationalId: string): string =>
  `${nationalId.slice(0, 2)}${'•'.repeat(nationalId.length - 4)}${nationalId.slice(-2)}`;
