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

export interface AskingDeps {
  eid: EidPort;
  keyring: Keyring;
  /** Our name as the phone shows it. */
  platformName: string;
}

export const sealedPurpose = 'role-approval';
const longestMs = 10 * 60_000;
const textLength = 60;
/** A repeat of the PUT must not hold: it waits just long enough for an answer that is already there. */
const glanceMs = 500;
/** What became of a session can be asked a while after its end, so that a late look still learns the true reason. */
export const graceMs = 4 * 60_000;

/** Rings the person's phone for PIN2. Nothing is kept yet. */
export async function askForApproval(
  deps: AskingDeps,
  ask: { target: UserRow; signer: Signer; role: RoleRow; grantedBy: string; now: Date },
): Promise<Asked> {
  const sid = randomBytes(16).toString('hex');
  // Everything the signature is about, in one text that is kept: a grant to another person or role, by another
  // administrator or at another time has another digest.
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
    expiresAt: new Date(ask.now.getTime() + Math.min(Math.max(lifeMs, 1000), longestMs)),
  };
}

/** Asks what became of it, without a database connection in hand. */
export async function observeApproval(
  deps: AskingDeps,
  approval: ApprovalRow,
  context: { now: Date; signal: AbortSignal },
): Promise<EidSignaturePoll> {
  const overdueMs = context.now.getTime() - new Date(approval.expires_at ?? 0).getTime();
  if (approval.sealed === null || overdueMs > graceMs) return { state: 'EXPIRED' };
  const session = JSON.parse(deps.keyring.open(approval.sealed, sealedPurpose)) as EidSignatureSession;
  try {
    const poll = await deps.eid.pollSignature(session, { holdMs: glanceMs, signal: context.signal });
    return poll.state === 'PENDING' && overdueMs > 0 ? { state: 'EXPIRED' } : poll;
  } catch (error) {
    if (!(error instanceof EidError)) throw error;
    if (error.failure === 'unknown_session') return { state: 'EXPIRED' };
    fail(identityErrors.upstream_failed, { detail: error.message, retryAfterSeconds: 2 });
  }
}

/** The person as their last sign-in proved them; undefined for somebody who never came with eID. */
export function signerOf(user: UserRow): Signer | undefined {
  if (user.civil_id === null) return undefined;
  if (user.national_id !== null) return { civilId: user.civil_id, nationalId: user.national_id };
  if (user.document_number === null) return undefined;
  return { civilId: user.civil_id, nationalId: null, documentNumber: user.document_number };
}

/** Names the platform and the role; a long name of a role is cut, never the question. */
export function displayText(platform: string, role: string): string {
  const room = textLength - [...`${platform}: «» эрх авах уу?`].length;
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
