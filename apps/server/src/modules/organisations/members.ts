import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { membersChanged, requireManager, requireMember } from './membership.ts';
import type { MemberRole, MemberView } from './schemas.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  isActivePerson,
  type MemberRow,
  writeMemberRole,
} from './store.ts';

export function viewMember(row: MemberRow): MemberView {
  const { first_name, last_name, ...rest } = row;
  return { ...rest, full_name: [last_name, first_name].filter(Boolean).join(' ') };
}

export async function addMember(
  tx: WriteTx,
  orgId: string,
  given: { user_id: string; role?: MemberRole },
): Promise<MemberView> {
  const role = given.role ?? 'member';
  await requireGranter(tx, orgId, role);
  if (!(await isActivePerson(tx, given.user_id))) fail(kernelErrors.not_found);
  const added = await insertMember(tx, { orgId, userId: given.user_id, role, now: tx.now });
  if (!added) fail(errors.already_member);
  tx.audit(events.memberAdded, { target: orgId, metadata: { user_id: given.user_id, role } });
  tx.publish(membersChanged, { org_id: orgId });
  return readBack(tx, orgId, given.user_id);
}

export async function changeMemberRole(
  tx: WriteTx,
  orgId: string,
  userId: string,
  role: MemberRole,
): Promise<MemberView> {
  await requireGranter(tx, orgId, role);
  const changed = await writeMemberRole(tx, { orgId, userId, role });
  if (!changed) await refuseChange(tx, orgId, userId);
  tx.audit(events.memberRoleChanged, { target: orgId, metadata: { user_id: userId, role } });
  tx.publish(membersChanged, { org_id: orgId });
  return readBack(tx, orgId, userId);
}

/** Owners and administrators remove others; anybody but an owner may leave. */
export async function removeMember(
  tx: WriteTx,
  actorId: string,
  orgId: string,
  userId: string,
): Promise<void> {
  const self = actorId === userId.toLowerCase();
  if (self) await requireMember(tx, orgId);
  else await requireManager(tx, orgId);
  const removed = await deleteMember(tx, orgId, userId);
  if (!removed) await refuseChange(tx, orgId, userId);
  tx.audit(events.memberRemoved, { target: orgId, metadata: { user_id: userId, self } });
  tx.publish(membersChanged, { org_id: orgId });
}

async function requireGranter(tx: WriteTx, orgId: string, role: MemberRole): Promise<void> {
  const mine = await requireManager(tx, orgId);
  if (role === 'owner' && mine !== 'owner')
    fail(kernelErrors.forbidden, { detail: 'only an owner grants owner' });
}

/** Why a change that touched no row did not: there is no such member, or they are an owner. */
async function refuseChange(tx: WriteTx, orgId: string, userId: string): Promise<never> {
  const target = await findMember(tx, orgId, userId);
  return fail(target === undefined ? kernelErrors.not_found : errors.owner_protected);
}

async function readBack(tx: WriteTx, orgId: string, userId: string): Promise<MemberView> {
  return viewMember((await findMember(tx, orgId, userId)) ?? fail(kernelErrors.not_found));
}
