import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { EidError, type EidIdentity, type EidPoll, type EidPort, type EidSession } from './eid-port.ts';
import { errors } from './errors.ts';
import { type EidPurpose, hashSecret, sealedPurpose } from './start.ts';
import {
  type EidSessionRow,
  type EndedPush,
  findEidSession,
  finishEidSession,
  markScanned,
} from './store.ts';

export interface FlowDeps {
  eid: EidPort;
  keyring: Keyring;
}

/** Result of the provider call; `over` means that the sign-in had ended before. */
export type Observed =
  | { kind: 'over'; end: Ended }
  | { kind: 'news'; sidHash: string; bound: boolean; scannedBefore: boolean; poll: EidPoll };

export interface Ended {
  state: 'EXPIRED' | 'REFUSED';
  reason: string;
}

/** `isNews` is true for the call that ended the sign-in, so that the end is recorded once. */
export type Settled =
  | { state: 'PENDING'; scanned: boolean; returnRequired: boolean }
  | (Ended & { isNews: boolean; push: EndedPush | undefined })
  | { state: 'COMPLETE'; identity: EidIdentity };

/** One 404 for a stranger's sid, a wrong binding or purpose, and an unknown sid, so that none can be told apart. */
export async function findOwn(
  db: Reader,
  sid: string,
  proof: { purposes: readonly EidPurpose[]; binding: string | undefined },
): Promise<EidSessionRow> {
  const row = (await findEidSession(db, hashSecret(sid))) ?? fail(kernelErrors.not_found);
  if (!proof.purposes.some((purpose) => purpose === row.purpose)) fail(kernelErrors.not_found);
  if (row.binding_hash !== null) {
    const given = Buffer.from(hashSecret(proof.binding ?? ''));
    if (!timingSafeEqual(given, Buffer.from(row.binding_hash))) fail(kernelErrors.not_found);
  }
  return row;
}

/** Waits up to `holdMs` for the provider, without holding a database connection. */
export async function observe(
  deps: FlowDeps,
  row: EidSessionRow,
  options: { holdMs: number; verifier: string | null; released: AbortSignal; now: Date },
): Promise<Observed> {
  if (row.state === 'complete') fail(errors.already_consumed);
  if (row.state !== 'pending') return { kind: 'over', end: endOf(row) };
  const news = (poll: EidPoll): Observed => ({
    kind: 'news',
    sidHash: row.sid_hash,
    bound: row.binding_hash !== null,
    scannedBefore: row.scanned,
    poll,
  });
  const leftMs = new Date(row.expires_at).getTime() - options.now.getTime();
  // Wait five seconds longer than our clock, so that the provider's own reason is not lost.
  if (leftMs < -5000) return news({ state: 'EXPIRED' });
  const session = openSealed(deps, row);
  if (session === undefined) return news(await simulateWait(leftMs, options));
  try {
    return news(
      await deps.eid.poll(session, {
        holdMs: options.holdMs,
        userChallengeVerifier: options.verifier,
        signal: options.released,
      }),
    );
  } catch (error) {
    if (!(error instanceof EidError)) throw error;
    if (error.failure === 'unknown_session') return news({ state: 'EXPIRED' });
    fail(errors.upstream_failed, { detail: error.message, retryAfterSeconds: 2 });
  }
}

/**
 * A push to an unknown number waits like a real one. An aborted wait ends nothing, as with a real phone: an early end
 * would reveal that the number is unknown.
 */
async function simulateWait(
  leftMs: number,
  options: { holdMs: number; released: AbortSignal },
): Promise<EidPoll> {
  const { holdMs, released } = options;
  await wait(Math.min(holdMs, Math.max(leftMs, 0)), undefined, { signal: released }).catch(() => undefined);
  return leftMs <= holdMs && !released.aborted
    ? { state: 'EXPIRED' }
    : { state: 'PENDING', scanned: false, returnRequired: false };
}

/** Records the end exactly once; an approval that another request took is `already_consumed`. */
export async function settle(tx: WriteTx, observed: Observed): Promise<Settled> {
  if (observed.kind === 'over') return { ...observed.end, isNews: false, push: undefined };
  const { poll, sidHash } = observed;
  switch (poll.state) {
    case 'PENDING': {
      if (poll.scanned && !observed.scannedBefore) await markScanned(tx, sidHash);
      const scanned = poll.scanned || observed.scannedBefore;
      return { state: 'PENDING', scanned, returnRequired: poll.returnRequired };
    }
    case 'EXPIRED':
      return settleEnd(tx, sidHash, { state: 'EXPIRED', reason: 'timeout' });
    case 'REFUSED':
      return settleEnd(tx, sidHash, { state: 'REFUSED', reason: poll.reason });
    case 'COMPLETE': {
      const won = await finishEidSession(tx, sidHash, { state: 'complete', reason: null });
      if (won === undefined) fail(errors.already_consumed);
      return { state: 'COMPLETE', identity: poll.identity };
    }
  }
}

async function settleEnd(tx: WriteTx, sidHash: string, end: Ended): Promise<Settled> {
  const state = end.state === 'EXPIRED' ? 'expired' : 'refused';
  const ended = await finishEidSession(tx, sidHash, { state, reason: end.reason });
  return { ...end, isNews: ended !== undefined, push: ended };
}

/** Undefined after the end, and for a push to an unknown number. */
export function openSealed(deps: FlowDeps, row: EidSessionRow): EidSession | undefined {
  if (row.state !== 'pending' || row.sealed === null) return undefined;
  return JSON.parse(deps.keyring.open(row.sealed, sealedPurpose)) as EidSession;
}

/** Answers 404 once nobody can scan the code. */
export function currentQr(
  deps: FlowDeps,
  row: EidSessionRow,
  request: Pick<RequestFacts, 'now' | 'language'>,
): { qr: string; expires_in: number; scanned: boolean } {
  const session = openSealed(deps, row) ?? fail(kernelErrors.not_found);
  if (session.device === null || new Date(row.expires_at) < request.now) fail(kernelErrors.not_found);
  const current = deps.eid.qr(session, request.now, request.language);
  return { qr: current.text, expires_in: current.expiresInSeconds, scanned: row.scanned };
}

export function endOf(row: EidSessionRow): Ended {
  return {
    state: row.state === 'expired' ? 'EXPIRED' : 'REFUSED',
    reason: row.reason ?? (row.state === 'expired' ? 'timeout' : 'protocol_failure'),
  };
}
