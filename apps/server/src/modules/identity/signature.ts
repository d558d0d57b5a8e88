import { fail } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { UserRow } from '../users/index.ts';
import {
  EidError,
  type EidPort,
  type EidSignaturePoll,
  type EidSignatureSession,
  type Signer,
} from './eid-port.ts';
import { errors } from './errors.ts';

const maxLifeMs = 10 * 60_000;
/** A repeated call must not block: the poll waits only for an answer that is already there. */
const pollHoldMs = 500;
/** The provider still reports the outcome for a while after expiry, so that a late poll learns the true reason. */
export const signatureGraceMs = 4 * 60_000;

/** A PIN2 request that waits on a phone, as its module stores it. */
export interface StartedSignature {
  verificationCode: string;
  sealed: string;
  expiresAt: Date;
}

/** Sends a PIN2 request to the person's phone. `EidError` with `unknown_person` is left to the caller. */
export async function startSignature(
  deps: { eid: EidPort; keyring: Keyring },
  ask: { signer: Signer; digest: Uint8Array; displayText: string; sealedPurpose: string; now: Date },
): Promise<StartedSignature> {
  const { signer, digest, displayText } = ask;
  const session = await callProvider(() => deps.eid.startSignature({ signer, digest, displayText }));
  const lifeMs = (session.expiresAtMs ?? Number.POSITIVE_INFINITY) - ask.now.getTime();
  return {
    verificationCode: session.verificationCode,
    sealed: deps.keyring.seal(JSON.stringify(session), ask.sealedPurpose),
    expiresAt: new Date(ask.now.getTime() + Math.min(Math.max(lifeMs, 1000), maxLifeMs)),
  };
}

/** Must run outside a transaction: it would hold a database connection during the provider call. */
export async function observeSignature(
  deps: { eid: EidPort; keyring: Keyring },
  waiting: { sealed: string | null; expires_at: string | null },
  context: { sealedPurpose: string; now: Date; signal: AbortSignal },
): Promise<EidSignaturePoll> {
  const overdueMs = context.now.getTime() - new Date(waiting.expires_at ?? 0).getTime();
  if (waiting.sealed === null || overdueMs > signatureGraceMs) return { state: 'EXPIRED' };
  const session = JSON.parse(deps.keyring.open(waiting.sealed, context.sealedPurpose)) as EidSignatureSession;
  try {
    const poll = await deps.eid.pollSignature(session, { holdMs: pollHoldMs, signal: context.signal });
    return poll.state === 'PENDING' && overdueMs > 0 ? { state: 'EXPIRED' } : poll;
  } catch (error) {
    if (!(error instanceof EidError)) throw error;
    if (error.failure === 'unknown_session') return { state: 'EXPIRED' };
    fail(errors.upstream_failed, { detail: error.message, retryAfterSeconds: 2 });
  }
}

/** Identity as proven by the last sign-in; undefined for a user who never signed in with eID. */
export function signerOf(user: UserRow): Signer | undefined {
  if (user.civil_id === null) return undefined;
  if (user.national_id !== null) return { civilId: user.civil_id, nationalId: user.national_id };
  if (user.document_number === null) return undefined;
  return { civilId: user.civil_id, nationalId: null, documentNumber: user.document_number };
}

async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EidError) || error.failure === 'unknown_person') throw error;
    if (error.failure === 'rejected') fail(errors.eid_rejected, { detail: error.message });
    fail(errors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  }
}
