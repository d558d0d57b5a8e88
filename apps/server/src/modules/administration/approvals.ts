import { randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { EidError, type EidSignature, type EidSignaturePoll, signerOf } from '../identity/index.ts';
import { findRole, type RoleRow } from '../rbac/index.ts';
import { askForFreshProof, hasFreshProof } from '../superadmin/index.ts';
import { findUser, findUserForUpdate, setRole, type UserRow } from '../users/index.ts';
import { type ApprovalDeps, askForApproval, observeApproval } from './approval-session.ts';
import { mayGrantTo, refuseGrant, refuseTarget } from './authority.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { ApprovalView, RoleAnswer } from './schemas.ts';
import {
  type ApprovalRow,
  type Asked,
  countAsked,
  endApproval,
  findOpenApproval,
  keepApproved,
  keepAsked,
  wantApproval,
} from './store.ts';
import { showAdminUser } from './view.ts';

const maxAsks = 3;
const askWindowSeconds = 600;

/** Result of the provider call that runs before the transaction. */
export type PreparedGrant =
  | { kind: 'nothing' }
  | { kind: 'unproven' }
  | { kind: 'asked'; asked: Asked }
  | { kind: 'observed'; approval: ApprovalRow; poll: EidSignaturePoll };

/** Every rule is checked before a phone rings, and again in the transaction. */
export async function prepareGrant(
  deps: ApprovalDeps,
  db: Reader,
  actor: Actor,
  call: { userId: string; now: Date; released: AbortSignal },
): Promise<PreparedGrant> {
  const target = await findUser(db, call.userId);
  if (target === undefined || target.deleted_at !== null) return { kind: 'nothing' };
  const role = await managerRole(db);
  await refuseTarget(db, actor, target);
  await refuseGrant(db, actor, role);
  if (target.role_id === role.id) return { kind: 'nothing' };
  const open = await findOpenApproval(db, target.id);
  if (open?.state === 'pending')
    return {
      kind: 'observed',
      approval: open,
      poll: await observeApproval(deps, open, { now: call.now, signal: call.released }),
    };
  // Only a new request can lead to a grant; polling an existing request needs no fresh proof.
  if (!(await hasFreshProof(db, actor, call.now))) return { kind: 'unproven' };
  const signer = signerOf(target) ?? fail(errors.bad_request);
  const since = new Date(call.now.getTime() - askWindowSeconds * 1000);
  if ((await countAsked(db, target.id, since)) >= maxAsks)
    fail(kernelErrors.rate_limited, { retryAfterSeconds: askWindowSeconds });
  try {
    const ask = { target, signer, role, grantedBy: actor.userId, now: call.now };
    return { kind: 'asked', asked: await askForApproval(deps, ask) };
  } catch (error) {
    if (error instanceof EidError) fail(errors.bad_request, { detail: error.message });
    throw error;
  }
}

/** Idempotent: the first call asks the person, a repeat polls, and the poll that finds the signature grants the role. */
export async function grantManager(
  tx: WriteTx,
  actor: Actor,
  userId: string,
  consulted: PreparedGrant,
): Promise<RoleAnswer | Unchanged<RoleAnswer> | Refused> {
  const target = await findUserForUpdate(tx, userId);
  if (target === undefined || target.deleted_at !== null) fail(kernelErrors.not_found);
  const role = await managerRole(tx);
  await refuseTarget(tx, actor, target);
  await refuseGrant(tx, actor, role);
  if (target.role_id === role.id) return unchanged(await showAdminUser(tx, target));
  switch (consulted.kind) {
    case 'nothing':
      // The account changed between `prepare` and this transaction.
      return fail(kernelErrors.conflict);
    case 'unproven':
      return (await askForFreshProof(tx, actor)) ?? fail(kernelErrors.conflict);
    case 'asked':
      return storeAsk(tx, consulted.asked);
    case 'observed':
      return conclude(tx, target, role, consulted);
  }
}

async function storeAsk(tx: WriteTx, asked: Asked): Promise<RoleAnswer | Unchanged<RoleAnswer>> {
  if (await recordAsked(tx, asked))
    return { approval: viewApproval(asked.sid, asked.verificationCode, asked.expiresAt.toISOString()) };
  const other = (await findOpenApproval(tx, asked.userId)) ?? fail(kernelErrors.conflict);
  return unchanged({ approval: viewPending(other) });
}

/** A real request replaces a row that only waited for the first sign-in. */
export async function recordAsked(tx: WriteTx, asked: Asked): Promise<boolean> {
  const open = await findOpenApproval(tx, asked.userId);
  if (open?.state === 'wanted')
    await endApproval(tx, open.sid, { from: 'wanted', state: 'withdrawn', reason: 'asked', now: tx.now });
  if (!(await keepAsked(tx, asked, tx.now))) return false;
  tx.audit(events.approvalAsked, {
    target: asked.userId,
    metadata: {
      role_id: asked.roleId,
      granted_by: asked.grantedBy,
      sid: asked.sid,
      digest: asked.digest,
    },
  });
  return true;
}

async function conclude(
  tx: WriteTx,
  target: UserRow,
  role: RoleRow,
  { approval, poll }: Extract<PreparedGrant, { kind: 'observed' }>,
): Promise<RoleAnswer | Unchanged<RoleAnswer> | Refused> {
  switch (poll.state) {
    case 'PENDING':
      return unchanged({ approval: viewPending(approval) });
    case 'EXPIRED': {
      const isNews = await recordEnd(tx, approval, { state: 'expired', reason: 'timeout' });
      return isNews ? refused(errors.approval_expired) : fail(errors.approval_expired);
    }
    case 'REFUSED': {
      const isNews = await recordEnd(tx, approval, { state: 'refused', reason: poll.reason });
      return isNews ? refused(errors.approval_refused) : fail(errors.approval_refused);
    }
    case 'COMPLETE':
      if (!(await applyApproval(tx, target, role, approval, poll.signature)))
        return refused(errors.approval_expired);
      return showAdminUser(tx, (await findUser(tx, target.id)) ?? fail(kernelErrors.not_found));
  }
}

/** Returns false when another request ended it first, so that the end is recorded once. */
export async function recordEnd(
  tx: WriteTx,
  approval: ApprovalRow,
  end: { state: 'refused' | 'expired' | 'withdrawn'; reason: string },
): Promise<boolean> {
  const from = approval.state === 'wanted' ? 'wanted' : 'pending';
  const ended = await endApproval(tx, approval.sid, { from, ...end, now: tx.now });
  if (ended === undefined) return false;
  tx.audit(events.approvalEnded, {
    target: approval.user_id,
    metadata: { role_id: approval.role_id, sid: approval.sid, ...end },
  });
  return true;
}

/**
 * Grants the role and stores the proof. Returns false, and ends the approval unused, when the administrator whose grant
 * was signed is no longer entitled.
 */
export async function applyApproval(
  tx: WriteTx,
  target: UserRow,
  role: RoleRow,
  approval: ApprovalRow,
  signature: EidSignature,
): Promise<boolean> {
  if (!(await isStillEntitled(tx, approval, target, role))) {
    const isNews = await recordEnd(tx, approval, { state: 'expired', reason: 'granter_not_entitled' });
    return isNews ? false : fail(kernelErrors.conflict);
  }
  const kept = await keepApproved(tx, approval.sid, {
    signature: signature.value,
    certificate: signature.certificate,
    serial: signature.certificateSerial,
    now: tx.now,
  });
  if (kept === undefined) fail(kernelErrors.conflict);
  await setRole(tx, target.id, role.id);
  tx.audit(events.approvalGiven, {
    target: target.id,
    metadata: {
      role_id: role.id,
      granted_by: approval.granted_by,
      sid: approval.sid,
      digest: approval.digest,
      certificate_serial: signature.certificateSerial,
    },
  });
  return true;
}

export async function isStillEntitled(
  db: Reader,
  approval: ApprovalRow,
  target: UserRow,
  role: RoleRow,
): Promise<boolean> {
  const granter = await findUser(db, approval.granted_by);
  if (granter === undefined || !granter.active || granter.deleted_at !== null) return false;
  return mayGrantTo(db, { userId: granter.id, roleId: granter.role_id }, target, role);
}

/** Schedules the request for the person's first sign-in with eID. */
export async function wantManager(
  tx: WriteTx,
  granter: Pick<Actor, 'userId'>,
  userId: string,
): Promise<void> {
  const sid = randomBytes(16).toString('hex');
  const wanted = { sid, userId, roleId: roleIds.manager, grantedBy: granter.userId };
  await wantApproval(tx, wanted, tx.now);
  tx.audit(events.approvalWanted, { target: userId, metadata: { role_id: roleIds.manager, sid } });
}

/** Another decision about the account withdraws an open request, so that a late approval on the phone changes nothing. */
export async function withdrawApproval(tx: WriteTx, userId: string, reason: string): Promise<boolean> {
  const open = await findOpenApproval(tx, userId);
  return open !== undefined && recordEnd(tx, open, { state: 'withdrawn', reason });
}

export async function managerRole(db: Parameters<typeof findRole>[0]): Promise<RoleRow> {
  const role = await findRole(db, roleIds.manager);
  if (role === undefined) throw new Error('the role manager is missing from the database');
  return role;
}

function viewPending(approval: ApprovalRow): ApprovalView {
  return viewApproval(approval.sid, approval.verification_code ?? '', approval.expires_at ?? '');
}

function viewApproval(sid: string, verificationCode: string, expiresAt: string): ApprovalView {
  return { sid, state: 'PENDING', verification_code: verificationCode, expires_at: expiresAt };
}
