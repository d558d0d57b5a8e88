import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  findAddressed,
  type InvitationRow,
  insertAddressed,
  insertLink,
  listOpen,
  withdrawOne,
} from './invitation-store.ts';
import { requireManager } from './membership.ts';
import { noticeQueue } from './notices.ts';
import type { InvitationView, InviteBody, LinkView, MemberRole } from './schemas.ts';
import { findMember } from './store.ts';

const invitationLifeMs = 14 * 24 * 3_600_000;
/** More than an organisation needs in two weeks, and too few for spam. */
const maxOpen = 200;

/**
 * The answer repeats only the caller's input, so that it does not reveal whether the person has an account.
 */
export async function inviteMember(
  tx: WriteTx,
  actorId: string,
  orgId: string,
  given: InviteBody,
  language: Language,
): Promise<InvitationView | Unchanged<InvitationView>> {
  const role = given.role ?? 'member';
  await requireGranter(tx, orgId, role);
  const address = addressOf(given, language);
  // Members may see who is a member, but not whether a register number belongs to one.
  if (address.to === 'user_id' && (await isMemberAs(tx, orgId, address.whom, role)))
    fail(errors.already_member);
  await requireRoom(tx, orgId);
  const wanted = { orgId, role, invitedBy: actorId, now: tx.now, expiresAt: expiryOf(tx.now), ...address };
  const made = await insertAddressed(tx, wanted);
  if (made === undefined) {
    const kept = (await findAddressed(tx, wanted)) ?? fail(kernelErrors.conflict);
    return unchanged(viewInvitation(kept));
  }
  recordSent(tx, made);
  tx.enqueue(noticeQueue, { kind: 'invited', invitation_id: made.id });
  return viewInvitation(made);
}

/** Only this answer contains the link. */
export async function inviteByLink(
  tx: WriteTx,
  actorId: string,
  orgId: string,
  given: { role?: MemberRole; appOrigin: string },
): Promise<LinkView> {
  const role = given.role ?? 'member';
  await requireGranter(tx, orgId, role);
  await requireRoom(tx, orgId);
  const token = randomBytes(32).toString('hex');
  const tokenHash = hashToken(token);
  const wanted = { orgId, role, invitedBy: actorId, now: tx.now, expiresAt: expiryOf(tx.now), tokenHash };
  const made = (await insertLink(tx, wanted)) ?? fail(kernelErrors.conflict);
  recordSent(tx, made);
  return { ...viewInvitation(made), link: `${given.appOrigin}/invitations/${token}` };
}

export async function listInvitations(db: Reader, orgId: string, now: Date): Promise<InvitationView[]> {
  await requireManager(db, orgId, now);
  return (await listOpen(db, orgId, now)).map(viewInvitation);
}

export async function withdrawInvitation(tx: WriteTx, orgId: string, id: string): Promise<void> {
  await requireManager(tx, orgId, tx.now);
  if (!(await withdrawOne(tx, { orgId, id, now: tx.now }))) fail(kernelErrors.not_found);
  tx.audit(events.invitationWithdrawn, { target: orgId, metadata: { invitation_id: id } });
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Normalized like the eID provider writes them, so that they compare equal. */
function addressOf(given: InviteBody, language: Language): { to: 'user_id' | 'national_id'; whom: string } {
  const { user_id: userId, national_id: nationalId } = given;
  if (userId !== undefined && nationalId === undefined) return { to: 'user_id', whom: userId.toLowerCase() };
  if (nationalId !== undefined && userId === undefined)
    return { to: 'national_id', whom: nationalId.normalize('NFC').toUpperCase() };
  const message = exactlyOne[language];
  return fail(kernelErrors.validation_failed, {
    data: { errors: [{ field: 'national_id', tag: 'required', message }] },
  });
}

const exactlyOne: Text = {
  mn: 'Регистрийн дугаар, дансны дугаар хоёрын аль нэгийг бичнэ үү.',
  en: 'Enter either a register number or an account, not both.',
};

async function isMemberAs(tx: WriteTx, orgId: string, userId: string, role: MemberRole): Promise<boolean> {
  const member = await findMember(tx, orgId, userId);
  // A member may be invited as an owner, because ownership needs their acceptance.
  return member !== undefined && (role !== 'owner' || member.role === 'owner');
}

async function requireGranter(tx: WriteTx, orgId: string, role: MemberRole): Promise<void> {
  const mine = await requireManager(tx, orgId, tx.now);
  if (role !== 'member' && !mine.appoints) fail(errors.named_only);
  if (role === 'owner' && mine.role !== 'owner')
    fail(kernelErrors.forbidden, { detail: 'only an owner grants owner' });
}

async function requireRoom(tx: WriteTx, orgId: string): Promise<void> {
  if ((await listOpen(tx, orgId, tx.now)).length >= maxOpen) fail(errors.too_many_invitations);
}

const expiryOf = (now: Date) => new Date(now.getTime() + invitationLifeMs);

/** The audit log outlives the invitation, so it must not hold register numbers. */
function recordSent(tx: WriteTx, made: InvitationRow): void {
  const by = byOf(made);
  tx.audit(events.invitationSent, {
    target: made.org_id,
    metadata: { invitation_id: made.id, role: made.role, by, user_id: made.user_id },
  });
}

function byOf(row: InvitationRow): InvitationView['by'] {
  if (row.user_id !== null) return 'account';
  return row.national_id === null ? 'link' : 'register_number';
}

/** Masks the register number, but keeps enough for its sender to recognise it. */
function viewInvitation(row: InvitationRow): InvitationView {
  return {
    id: row.id,
    org_id: row.org_id,
    role: row.role,
    by: byOf(row),
    ...(row.user_id === null ? {} : { user_id: row.user_id }),
    ...(row.national_id === null ? {} : { national_id: mask(row.national_id) }),
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}

function mask(nationalId: string): string {
  return `${nationalId.slice(0, 2)}${'•'.repeat(nationalId.length - 4)}${nationalId.slice(-2)}`;
}
