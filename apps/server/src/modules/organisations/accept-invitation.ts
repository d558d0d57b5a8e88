import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  declineById,
  findByToken,
  listReceived,
  type ReceivedRow,
  type TakenRow,
  takeById,
  takeByToken,
} from './invitation-store.ts';
import { type MembersApp, membersChanged } from './membership.ts';
import type { Naming } from './naming.ts';
import { showOrganisation } from './organisations.ts';
import type { MemberRole, OrganisationView, ReceivedView } from './schemas.ts';
import { hashToken } from './send-invitation.ts';
import { findRights, findRoleOf, insertMember, isVerifiedPerson, writeMemberRole } from './store.ts';

/** Shows the name of each organisation and nothing about its members. */
export async function readReceived(
  db: Reader,
  app: MembersApp,
  userId: string,
  now: Date,
): Promise<ReceivedView[]> {
  const rows = await listReceived(db, userId, now);
  const open = await Promise.all(rows.map((row) => isUsable(db, app, row)));
  return rows.filter((_row, at) => open[at]).map(viewReceived);
}

/** One 404 for unknown, used, withdrawn and expired tokens, so that they cannot be told apart. */
export async function readLink(db: Reader, app: MembersApp, token: string, now: Date): Promise<ReceivedView> {
  const row = await findByToken(db, hashToken(token), now);
  if (row === undefined || !(await isUsable(db, app, row))) fail(kernelErrors.not_found);
  return viewReceived(row);
}

/**
 * Asks the register about the sender of an invitation that gives more than membership: once it no longer names them,
 * the invitation cannot be taken.
 */
export async function askAboutSender(naming: Naming, row: ReceivedRow | undefined): Promise<void> {
  if (row === undefined || !row.verified || row.role === 'member' || row.invited_by === null) return;
  if ((await naming.isNamed(row.org_id, row.invited_by, 'now')) === undefined)
    fail(errors.representation_unconfirmed);
}

/** The token is a bearer credential, so only a person verified by eID may use it. */
export async function acceptLink(
  tx: WriteTx,
  app: MembersApp,
  userId: string,
  token: string,
): Promise<OrganisationView> {
  if (!(await isVerifiedPerson(tx, userId))) fail(errors.eid_required);
  return join(tx, app, userId, await takeByToken(tx, { tokenHash: hashToken(token), userId, now: tx.now }));
}

export async function acceptInvitation(
  tx: WriteTx,
  app: MembersApp,
  userId: string,
  id: string,
): Promise<OrganisationView> {
  return join(tx, app, userId, await takeById(tx, { id, userId, now: tx.now }));
}

export async function declineInvitation(tx: WriteTx, userId: string, id: string): Promise<void> {
  const declined = await declineById(tx, { id, userId, now: tx.now });
  if (declined === undefined) fail(kernelErrors.not_found);
  tx.audit(events.invitationDeclined, { target: declined.org_id, metadata: { invitation_id: declined.id } });
}

async function join(
  tx: WriteTx,
  app: MembersApp,
  userId: string,
  taken: TakenRow | undefined,
): Promise<OrganisationView> {
  if (taken === undefined || !(await isUsable(tx, app, taken))) fail(kernelErrors.not_found);
  const { id, org_id: orgId, role, invited_by: inviter } = taken;
  // In a proven organisation the statement that took the invitation has checked that the sender may appoint.
  const appointedBy = (await findRights(tx, orgId))?.verified === true ? inviter : null;
  const given = { orgId, userId, role, appointedBy, now: tx.now };
  if (!(await insertMember(tx, given))) await raiseRole(tx, given);
  tx.audit(events.invitationAccepted, { target: orgId, metadata: { invitation_id: id, role } });
  tx.publish(membersChanged, { org_id: orgId });
  return showOrganisation(tx, userId, orgId, tx.now);
}

/** While the members app is disabled nobody can join, except the first owner of an organisation created by an operator. */
async function isUsable(
  db: Reader | WriteTx,
  app: MembersApp,
  invitation: Pick<ReceivedRow, 'org_id' | 'invited_by'>,
): Promise<boolean> {
  return invitation.invited_by === null || (await app.isOn(db, invitation.org_id));
}

const rank: Record<MemberRole, number> = { owner: 3, admin: 2, member: 1 };

/** A member who accepts keeps the higher of the two roles. */
async function raiseRole(tx: WriteTx, given: Parameters<typeof writeMemberRole>[1]): Promise<void> {
  const current = await findRoleOf(tx, given.orgId, given.userId);
  if (current !== undefined && rank[given.role] > rank[current]) await writeMemberRole(tx, given);
}

function viewReceived({ invited_by: _, ...row }: ReceivedRow): ReceivedView {
  return row;
}
