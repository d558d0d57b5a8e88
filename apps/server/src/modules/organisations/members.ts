import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type MembersApp, membersChanged, requireManager, requireMember } from './membership.ts';
import { noticeQueue } from './notices.ts';
import type { MemberRole, MemberView } from './schemas.ts';
import { deleteMember, deleteMyself, findMember, type MemberRow, writeMemberRole } from './store.ts';

export function viewMember(row: MemberRow): MemberView {
  const { first_name, last_name, proven_at: namedSince, ...rest } = row;
  return { ...rest, named_since: namedSince, full_name: [last_name, first_name].filter(Boolean).join(' ') };
}

export async function changeMemberRole(
  tx: WriteTx,
  actorId: string,
  { orgId, userId, role }: { orgId: string; userId: string; role: MemberRole },
): Promise<MemberView> {
  const { appoints, isProven } = await requireManager(tx, orgId, tx.now);
  // An owner is responsible for the organisation and may be its last, so ownership needs acceptance.
  if (role === 'owner') await refuseOwnership(tx, orgId, userId);
  if (role !== 'member' && !appoints) fail(errors.named_only);
  const appointedBy = isProven ? actorId : null;
  const changed = await writeMemberRole(tx, { orgId, userId, role, appointedBy, now: tx.now });
  if (!changed) await refuseChange(tx, orgId, userId);
  tx.enqueue(noticeQueue, { kind: 'role_changed', org_id: orgId, user_id: userId.toLowerCase(), role });
  tx.audit(events.memberRoleChanged, { target: orgId, metadata: { user_id: userId, role } });
  tx.publish(membersChanged, { org_id: orgId });
  return readBack(tx, orgId, userId);
}

/** Owners and administrators remove others while the members app is enabled; everyone except the last owner may leave. */
export async function removeMember(
  tx: WriteTx,
  app: MembersApp,
  actorId: string,
  orgId: string,
  userId: string,
): Promise<void> {
  const self = actorId === userId.toLowerCase();
  if (self) {
    await requireMember(tx, orgId);
    if (!(await deleteMyself(tx, orgId, userId))) fail(errors.last_owner);
  } else {
    if (!(await app.isOn(tx, orgId))) fail(kernelErrors.not_found);
    await requireManager(tx, orgId, tx.now);
    if (!(await deleteMember(tx, orgId, userId))) await refuseChange(tx, orgId, userId);
    tx.enqueue(noticeQueue, { kind: 'removed', org_id: orgId, user_id: userId.toLowerCase() });
  }
  tx.audit(events.memberRemoved, { target: orgId, metadata: { user_id: userId, self } });
  tx.publish(membersChanged, { org_id: orgId });
}

async function refuseOwnership(tx: WriteTx, orgId: string, userId: string): Promise<never> {
  const target = (await findMember(tx, orgId, userId)) ?? fail(kernelErrors.not_found);
  return fail(target.role === 'owner' ? errors.owner_protected : errors.acceptance_needed);
}

/** The update matched no row: the member does not exist or is an owner. */
async function refuseChange(tx: WriteTx, orgId: string, userId: string): Promise<never> {
  const target = await findMember(tx, orgId, userId);
  return fail(target === undefined ? kernelErrors.not_found : errors.owner_protected);
}

async function readBack(tx: WriteTx, orgId: string, userId: string): Promise<MemberView> {
  return viewMember((await findMember(tx, orgId, userId)) ?? fail(kernelErrors.not_found));
}
