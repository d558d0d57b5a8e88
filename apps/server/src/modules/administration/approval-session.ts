import { createHash, randomBytes } from 'node:crypto';
import { fail } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  EidError,
  type EidPort,
  type EidSignaturePoll,
  type EidSignatureSession,
  identityErrors,
  type Signer,
} from '../identity/index.ts';
import type { RoleRow } from '../rbac/index.ts';
import type { UserRow } from '../users/index.ts';
import type { ApprovalRow, Asked } from './store.ts';

export interface ApprovalDeps {
  eid: EidPort;
  keyring: Keyring;
  /** Our name on the person's phone. */
  platformName: string;
}

export const sealedPurpose = 'role-approval';
const maxLifeMs = 10 * 60_000;
const maxTextLength = 60;
/** A repeated PUT must not block: the poll waits only for an answer that is already there. */
const pollHoldMs = 500;
/** The provider still reports the outcome for a while after expiry, so that a late poll learns the true reason. */
export const graceMs = 4 * 60_000;

/** Sends a PIN2 request to the person's phone. The caller stores it. */
export async function askForApproval(
  deps: ApprovalDeps,
  ask: { target: UserRow; signer: Signer; role: RoleRow; grantedBy: string; now: Date },
): Promise<Asked> {
  const sid = randomBytes(16).toString('hex');
  // The stored text covers everything that is signed: another person, role, administrator or time has another digest.
  const statement = JSON.stringify({
    purpose: 'tamga.role.approval',
    platform: deps.platformName,
    sid,
    user_id: ask.target.id,
    role_id: ask.role.id,
    role: ask.role.key,
    granted_by: ask.grantedBy,
    at: ask.now.toISOString(),
  });
  const digest = createHash('sha256').update(statement).digest();
  const session = await callProvider(() =>
    deps.eid.startSignature({
      signer: ask.signer,
      digest,
      displayText: displayText(deps.platformName, ask.role.name),
    }),
  );
  const lifeMs = (session.expiresAtMs ?? Number.POSITIVE_INFINITY) - ask.now.getTime();
  return {
    sid,
    userId: ask.target.id,
    roleId: ask.role.id,
    grantedBy: ask.grantedBy,
    statement,
    digest: digest.toString('hex'),
    verificationCode: session.verificationCode,
    sealed: deps.keyring.seal(JSON.stringify(session), sealedPurpose),
    expiresAt: new Date(ask.now.getTime() + Math.min(Math.max(lifeMs, 1000), maxLifeMs)),
  };
}

/** Must run outside a transaction: it would hold a database connection during the provider call. */
export async function observeApproval(
  deps: ApprovalDeps,
  approval: ApprovalRow,
  context: { now: Date; signal: AbortSignal },
): Promise<EidSignaturePoll> {
  const overdueMs = context.now.getTime() - new Date(approval.expires_at ?? 0).getTime();
  if (approval.sealed === null || overdueMs > graceMs) return { state: 'EXPIRED' };
  const session = JSON.parse(deps.keyring.open(approval.sealed, sealedPurpose)) as EidSignatureSession;
  try {
    const poll = await deps.eid.pollSignature(session, { holdMs: pollHoldMs, signal: context.signal });
    return poll.state === 'PENDING' && overdueMs > 0 ? { state: 'EXPIRED' } : poll;
  } catch (error) {
    if (!(error instanceof EidError)) throw error;
    if (error.failure === 'unknown_session') return { state: 'EXPIRED' };
    fail(identityErrors.upstream_failed, { detail: error.message, retryAfterSeconds: 2 });
  }
}

/** Identity as proven by the last sign-in; undefined for a user who never signed in with eID. */
export function signerOf(user: UserRow): Signer | undefined {
  if (user.civil_id === null) return undefined;
  if (user.national_id !== null) return { civilId: user.civil_id, nationalId: user.national_id };
  if (user.document_number === null) return undefined;
  return { civilId: user.civil_id, nationalId: null, documentNumber: user.document_number };
}

/** A long role name is shortened, never the question. */
export function displayText(platform: string, role: string): string {
  const room = maxTextLength - [...`${platform}: «» эрх авах уу?`].length;
  const letters = [...role];
  const name = letters.length <= room ? role : `${letters.slice(0, Math.max(room - 1, 0)).join('')}…`;
  return `${platform}: «${name}» эрх авах уу?`;
}

async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EidError) || error.failure === 'unknown_person') throw error;
    if (error.failure === 'rejected') fail(identityErrors.eid_rejected, { detail: error.message });
    fail(identityErrors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  }
}
