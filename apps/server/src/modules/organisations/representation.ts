import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { events } from './events.ts';
import { withdrawAll } from './invitation-store.ts';
import { membersChanged } from './membership.ts';
import { notifyTakenOver } from './notices.ts';
import { canonicalRegNo } from './organisations.ts';
import {
  endMemberships,
  listRoles,
  lockByRegNo,
  type RoleRow,
  stepDown,
  writeProven,
  writeVerified,
} from './store.ts';

/** A representative just confirmed by the eID provider, with the organisation's name in the state registry. */
export interface Confirmed {
  userId: string;
  regNo: string;
  name: string;
  nameLatin: string | undefined;
}

/**
 * A register number belongs to the representative whom the eID provider confirms; while no owner is proven, the
 * confirmed person becomes the owner. If that person is a stranger, all memberships end, because each member could
 * belong to a squatter. If they are a member, they know the others, and only owners step down. The registry's name
 * replaces the old one, so that "verified" never appears with an invented name.
 */
export async function confirmRepresentation(tx: WriteTx, confirmed: Confirmed): Promise<void> {
  const found = await lockByRegNo(tx, canonicalRegNo(confirmed.regNo));
  if (found === undefined) return;
  const { id: orgId } = found;
  const { userId } = confirmed;
  const members = await listRoles(tx, orgId);
  const mine = members.find((member) => member.user_id === userId);
  const others = members.filter((member) => member.user_id !== userId);
  if (others.some((member) => member.role === 'owner' && member.proven)) {
    if (mine !== undefined && !mine.proven) {
      await writeProven(tx, { orgId, userId, role: mine.role, now: tx.now });
      tx.audit(events.verified, { target: orgId });
    }
    return;
  }
  if (mine?.role === 'owner' && mine.proven && found.verified) return;
  await writeProven(tx, { orgId, userId, role: 'owner', now: tx.now });
  const name = await writeVerified(tx, { ...confirmed, orgId, now: tx.now });
  const left = await replaceOwners(tx, orgId, mine, others);
  tx.publish(membersChanged, { org_id: orgId });
  for (const member of left)
    await notifyTakenOver(tx, { id: orgId, name }, { userId: member.user_id, stays: mine !== undefined });
  if (left.length === 0) tx.audit(events.verified, { target: orgId });
  else
    tx.audit(events.takenOver, {
      target: orgId,
      metadata: {
        new_owner: userId,
        former_owners: left.filter(({ role }) => role === 'owner').map((member) => member.user_id),
        ended: mine === undefined ? left.length : 0,
      },
    });
}

/** Returns the people whose role or membership ended. */
async function replaceOwners(
  tx: WriteTx,
  orgId: string,
  mine: RoleRow | undefined,
  others: readonly RoleRow[],
): Promise<readonly RoleRow[]> {
  const leaving = mine === undefined ? others : others.filter(({ role }) => role === 'owner');
  const userIds = leaving.map((member) => member.user_id);
  if (mine !== undefined) {
    await stepDown(tx, orgId, userIds);
    return leaving;
  }
  await endMemberships(tx, orgId, userIds);
  await withdrawAll(tx, orgId, tx.now);
  return leaving;
}
