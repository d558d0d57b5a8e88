import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { askAfterSignIn, mayGrantTo, wantManager, withdrawApproval } from '../administration/index.ts';
import { findSignIn } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { findRole } from '../rbac/index.ts';
import { findUser, findUserForUpdate, setAuthorities, setRole } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Accepted, OwnInvitation } from './schemas.ts';
import { endInvitation, type InvitationRow, listOwn, markTold } from './store.ts';

export async function readOwn(
  db: Reader,
  userId: string,
  now: Date,
): Promise<{ items: OwnInvitation[]; total: number }> {
  const items = (await listOwn(db, userId, now)).map(viewOwn);
  return { items, total: items.length };
}

/**
 * Checks the inviter's rights again: a role is never given on the word of somebody who could not give it today. A
 * manager confirms with PIN2 afterwards, as everywhere.
 */
export async function accept(tx: WriteTx, actor: Actor, id: string): Promise<Accepted | Refused> {
  if ((await findSignIn(tx, actor.sessionId))?.method !== 'eid') fail(errors.eid_sign_in_required);
  const target = (await findUserForUpdate(tx, actor.userId)) ?? fail(kernelErrors.not_found);
  const invitation = await findMine(tx, actor.userId, id);
  const { role_id: roleId, invited_by: invitedBy, authorities } = invitation;
  const role = (await findRole(tx, roleId)) ?? fail(kernelErrors.not_found);
  const inviter = await findUser(tx, invitedBy);
  const about = { role_id: roleId, invitation_id: id, invited_by: invitedBy };
  const granter =
    inviter?.active === true && inviter.deleted_at === null
      ? { userId: inviter.id, roleId: inviter.role_id }
      : undefined;
  if (granter === undefined || !(await mayGrantTo(tx, granter, target, role))) {
    await end(tx, id, 'void');
    tx.audit(events.void, { target: actor.userId, metadata: about });
    return refused(errors.invitation_void);
  }
  await end(tx, id, 'accepted');
  tx.audit(events.accepted, { target: actor.userId, metadata: about });
  await withdrawApproval(tx, actor.userId, 'other_role');
  if (roleId === roleIds.manager) {
    await wantManager(tx, granter, actor.userId);
    await askAfterSignIn(tx, actor.userId);
    return { state: 'confirming', role_id: roleId };
  }
  if (target.role_id !== roleId) await setRole(tx, actor.userId, roleId, { givenBy: invitedBy });
  if (authorities.length > 0)
    await setAuthorities(tx, actor.userId, authorities, invitedBy, { givenBy: invitedBy });
  return { state: 'given', role_id: roleId };
}

export async function decline(tx: WriteTx, actor: Actor, id: string): Promise<Record<string, never>> {
  const { role_id } = await findMine(tx, actor.userId, id);
  await end(tx, id, 'declined');
  tx.audit(events.declined, { target: actor.userId, metadata: { role_id, invitation_id: id } });
  return {};
}

/** The sign-in calls this: the first one after the invitation tells the person once. */
export async function tellInvited(tx: WriteTx, userId: string): Promise<void> {
  if (!(await markTold(tx, userId, tx.now))) return;
  await notify(tx, {
    userId,
    category: 'info',
    topic: 'security',
    title: { mn: 'Таныг ажлын дүрд урьсан байна', en: 'You are invited to a role at work' },
    body: {
      mn: 'Урилгаа нээж, хүлээн авах эсвэл татгалзахаа сонгоно уу.',
      en: 'Open the invitation, and accept or decline it.',
    },
    link: '/role-invitations',
  });
}

/** One 404 for unknown, ended, expired and another person's. */
async function findMine(tx: WriteTx, userId: string, id: string): Promise<InvitationRow> {
  const mine = await listOwn(tx, userId, tx.now);
  return mine.find((invitation) => invitation.id === id) ?? fail(kernelErrors.not_found);
}

async function end(tx: WriteTx, id: string, state: 'accepted' | 'declined' | 'void'): Promise<void> {
  if (!(await endInvitation(tx, { id, state, now: tx.now }))) fail(kernelErrors.not_found);
}

const viewOwn = ({
  id,
  role_id,
  role,
  authority_names,
  authority_names_en,
  created_at,
  expires_at,
}: InvitationRow): OwnInvitation => ({
  id,
  role_id,
  role,
  authorities: authority_names,
  authorities_en: authority_names_en,
  created_at,
  expires_at,
});
