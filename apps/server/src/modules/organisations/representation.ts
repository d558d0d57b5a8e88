import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { events } from './events.ts';
import { withdrawAll } from './invitation-store.ts';
import { membersChanged } from './membership.ts';
import {
  endMemberships,
  listRoles,
  lockByRegNo,
  refreshNamed,
  resetRoles,
  writeProven,
  writeVerified,
} from './naming-store.ts';
import { notifyJoinedByRegister, notifyTakenOver } from './notices.ts';
import { canonicalRegNo } from './organisations.ts';
import type { NamedRepresentative } from './register-port.ts';
import { tellSigners } from './signer-notices.ts';

/** A representative whom the register has just named, with the organisation's name there. */
export interface Confirmed extends NamedRepresentative {
  userId: string;
  regNo: string;
}

/**
 * A person whom the register names is an owner, in one step and in whatever order they linked and joined. Where nobody
 * was named before, nothing that others gave each other counts: a stranger ends all memberships, because each could
 * belong to a squatter, and a member leaves the others as plain members. False when nothing changed. The registry's name replaces the old one, so that "verified" never appears with an invented name.
 */
export async function confirmRepresentation(
  tx: WriteTx,
  confirmed: Confirmed,
  maxAgeMs: number,
): Promise<boolean> {
  const found = await lockByRegNo(tx, canonicalRegNo(confirmed.regNo));
  if (found === undefined) return false;
  const { id: orgId } = found;
  const { userId } = confirmed;
  const members = await listRoles(tx, orgId);
  const mine = members.find((member) => member.user_id === userId);
  const named = members.filter((member) => member.proven && member.user_id !== userId);
  await writeProven(tx, { orgId, userId, now: tx.now });
  const name = await writeVerified(tx, { ...confirmed, orgId, now: tx.now });
  await refreshNamed(tx, orgId, maxAgeMs);
  tx.publish(membersChanged, { org_id: orgId });
  if (mine?.proven === true && found.verified) return false;
  tellSigners(tx, { orgId, userId });
  if (named.length > 0) {
    for (const other of named) await notifyJoinedByRegister(tx, { id: orgId, name }, other.user_id);
    tx.audit(events.verified, { target: orgId });
    return true;
  }
  const former = members.filter(({ role, user_id: id }) => role === 'owner' && id !== userId);
  const left =
    mine === undefined ? await endMemberships(tx, orgId, userId) : await resetRoles(tx, orgId, userId);
  const withdrawn = await withdrawAll(tx, orgId, tx.now);
  for (const member of left)
    await notifyTakenOver(tx, { id: orgId, name }, { userId: member, stays: mine !== undefined });
  if (left.length === 0 && withdrawn === 0) tx.audit(events.verified, { target: orgId });
  else
    tx.audit(events.takenOver, {
      target: orgId,
      metadata: {
        new_owner: userId,
        former_owners: former.map((member) => member.user_id),
        ended: mine === undefined ? left.length : 0,
        reset: mine === undefined ? 0 : left.length,
        withdrawn,
      },
    });
  return true;
}
