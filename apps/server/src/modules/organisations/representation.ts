import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { events } from './events.ts';
import { withdrawAll } from './invitation-store.ts';
import { membersChanged } from './membership.ts';
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
import { tellTakenOver } from './telling.ts';

/** Somebody whom the eID provider has just confirmed, and what the state registry calls the organisation. */
export interface Confirmed {
  userId: string;
  regNo: string;
  name: string;
  nameLatin: string | undefined;
}

/**
 * A register number belongs to whom the eID provider confirms. While no owner of the organisation has proven that, the
 * confirmed person becomes its owner. A stranger begins with a clean slate: nobody who is there was appointed by a
 * representative, so each of them could be the squatter's. A member knows these people: only owners step down.
 * The name becomes the registry's, so that "verified" never stands beside a name that somebody made up.
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
    await tellTakenOver(tx, { id: orgId, name }, { userId: member.user_id, stays: mine !== undefined });
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

/** Resolves to those whose role or membership ended. */
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
