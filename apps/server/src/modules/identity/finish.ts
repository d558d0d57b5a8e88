import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type ErrorDefinition, fail, kernelErrors } from '../../kernel/http/errors.ts';
import {
  type Refused,
  type RequestFacts,
  refused,
  type Unchanged,
  unchanged,
} from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  type EidFacts,
  findUser,
  findUserByCivilId,
  findUserByNationalId,
  findUserForUpdate,
  insertUserFromEid,
  isLocked,
  recordFailure,
  refreshUserFromEid,
  type UserRow,
} from '../users/index.ts';
import { EidError, type EidIdentity, type EidPoll, type EidPort, type EidSession } from './eid-port.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { SessionView } from './schemas.ts';
import { openSession, type SessionDeps } from './sessions.ts';
import { hashSecret, sealedPurpose } from './start.ts';
import {
  appendLoginEvent,
  type EidSessionRow,
  findEidSession,
  finishEidSession,
  markScanned,
  readAccessMode,
} from './store.ts';

export interface FinishDeps extends SessionDeps {
  eid: EidPort;
  keyring: Keyring;
  defaultAccessMode: 'public' | 'private';
}

export interface PollAnswer extends Partial<SessionView> {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  reason?: string;
  scanned?: boolean;
  return_required?: boolean;
}

/** What is known of a sign-in once the provider was asked. `over` was already decided earlier. */
export type Observed =
  | { kind: 'over'; answer: PollAnswer }
  | { kind: 'news'; sidHash: string; bound: boolean; scannedBefore: boolean; poll: EidPoll };

/** Finds the sign-in of this caller. A stranger's sid, a wrong binding and an unknown sid are one answer. */
export async function findOwn(db: Reader, sid: string, binding: string | undefined): Promise<EidSessionRow> {
  const row = (await findEidSession(db, hashSecret(sid))) ?? fail(kernelErrors.not_found);
  if (row.binding_hash !== null) {
    const given = Buffer.from(hashSecret(binding ?? ''));
    if (!timingSafeEqual(given, Buffer.from(row.binding_hash))) fail(kernelErrors.not_found);
  }
  return row;
}

/** Asks the provider and holds up to `holdMs`, without a database connection in hand. */
export async function observe(
  deps: FinishDeps,
  row: EidSessionRow,
  options: { holdMs: number; verifier: string | null; released: AbortSignal; now: Date },
): Promise<Observed> {
  if (row.state === 'complete') fail(errors.already_consumed);
  if (row.state !== 'pending')
    return {
      kind: 'over',
      answer: { state: row.state === 'expired' ? 'EXPIRED' : 'REFUSED', ...reasonOf(row) },
    };
  const news = (poll: EidPoll): Observed => ({
    kind: 'news',
    sidHash: row.sid_hash,
    bound: row.binding_hash !== null,
    scannedBefore: row.scanned,
    poll,
  });
  const leftMs = new Date(row.expires_at).getTime() - options.now.getTime();
  // The provider's own end is worth a little patience, so that its reason is not lost to our clock.
  if (leftMs < -5000) return news({ state: 'EXPIRED' });
  if (row.sealed === null) {
    await wait(Math.min(options.holdMs, Math.max(leftMs, 0)), undefined, { signal: options.released }).catch(
      () => undefined,
    );
    // A wait that was broken off ends nothing, as with a real phone: else its early end would tell that nobody is there.
    return news(
      leftMs <= options.holdMs && !options.released.aborted
        ? { state: 'EXPIRED' }
        : { state: 'PENDING', scanned: false, returnRequired: false },
    );
  }
  const session = JSON.parse(deps.keyring.open(row.sealed, sealedPurpose)) as EidSession;
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

/** Turns what the provider said into a state, and on approval into a person and a session. */
export async function conclude(
  deps: FinishDeps,
  tx: WriteTx,
  observed: Observed,
  request: RequestFacts,
): Promise<PollAnswer | Unchanged<PollAnswer> | Refused> {
  if (observed.kind === 'over') return unchanged(observed.answer);
  const { poll, sidHash } = observed;
  switch (poll.state) {
    case 'PENDING': {
      if (poll.scanned && !observed.scannedBefore) await markScanned(tx, sidHash);
      return unchanged({
        state: 'PENDING',
        scanned: poll.scanned || observed.scannedBefore,
        ...(poll.returnRequired ? { return_required: true } : {}),
      });
    }
    case 'EXPIRED':
      return recordEnd(tx, sidHash, { state: 'expired', reason: 'timeout' }, request);
    case 'REFUSED':
      return recordEnd(tx, sidHash, { state: 'refused', reason: poll.reason }, request);
    case 'COMPLETE':
      return complete(deps, tx, sidHash, poll.identity, request);
  }
}

async function recordEnd(
  tx: WriteTx,
  sidHash: string,
  end: { state: 'expired' | 'refused'; reason: string },
  request: RequestFacts,
): Promise<PollAnswer | Unchanged<PollAnswer>> {
  const answer: PollAnswer = { state: end.state === 'expired' ? 'EXPIRED' : 'REFUSED', reason: end.reason };
  const ended = await finishEidSession(tx, sidHash, end);
  if (ended === undefined) return unchanged(answer);
  const target =
    ended.target_user_id === null ? undefined : await findUserForUpdate(tx, ended.target_user_id);
  await recordFailedAttempt(tx, target, end.reason, request);
  return answer;
}

async function recordFailedAttempt(
  tx: WriteTx,
  user: UserRow | undefined,
  reason: string,
  request: RequestFacts,
): Promise<void> {
  await appendLoginEvent(tx, {
    ...attempt(user?.id ?? null, request),
    outcome: 'failure',
    reason,
    now: tx.now,
  });
  tx.audit(events.signInFailed, {
    ...(user === undefined ? {} : { target: user.id }),
    metadata: { state: 'failed', reason },
  });
  // A timeout is nobody's guess at somebody's account; refusals and failed proofs are.
  if (user === undefined || reason === 'timeout') return;
  const { locked } = await recordFailure(tx, user);
  if (locked) tx.audit(events.accountLocked, { target: user.id });
}

async function complete(
  deps: FinishDeps,
  tx: WriteTx,
  sidHash: string,
  identity: EidIdentity,
  request: RequestFacts,
): Promise<PollAnswer | Refused> {
  const won = await finishEidSession(tx, sidHash, { state: 'complete', reason: null });
  if (won === undefined) fail(errors.already_consumed);
  const found = await findOrCreate(deps, tx, identity);
  if ('refusal' in found) {
    await appendLoginEvent(tx, {
      ...attempt(found.user?.id ?? null, request),
      outcome: 'failure',
      reason: found.refusal.code,
      now: tx.now,
    });
    tx.audit(events.signInFailed, {
      ...(found.user === undefined ? {} : { target: found.user.id }),
      metadata: { state: 'refused', reason: found.refusal.code },
    });
    return refused(found.refusal);
  }
  const { user, created } = found;
  const session = await openSession(deps, tx, user);
  const { isNewDevice } = await appendLoginEvent(tx, {
    ...attempt(user.id, request),
    outcome: 'success',
    reason: null,
    now: tx.now,
  });
  tx.audit(events.signedIn, {
    target: user.id,
    subject: user.id,
    metadata: {
      flow: identity.flowType,
      level: identity.level,
      session_id: session.id,
      new_account: created,
      new_device: isNewDevice,
    },
  });
  return { state: 'COMPLETE', ...session.view };
}

type Found = { user: UserRow; created: boolean } | { refusal: ErrorDefinition; user: UserRow | undefined };

/** By civil_id, else a row registered beforehand by register number, else a new person with the role user. */
async function findOrCreate(deps: FinishDeps, tx: WriteTx, identity: EidIdentity): Promise<Found> {
  const facts = factsOf(identity, tx.now);
  const known = await findKnown(tx, facts);
  if (known === undefined) {
    if (((await readAccessMode(tx)) ?? deps.defaultAccessMode) !== 'public')
      return { refusal: errors.private_platform, user: undefined };
    const id = await insertUserFromEid(tx, facts);
    const user = id === undefined ? await findKnown(tx, facts) : await findUser(tx, id);
    if (user === undefined) throw new Error('a new account is not there after it was inserted');
    return { user, created: id !== undefined };
  }
  if (!known.active || known.deleted_at !== null)
    return { refusal: kernelErrors.account_disabled, user: known };
  if (isLocked(known, tx.now)) return { refusal: errors.account_locked, user: known };
  // A super administrator enters through a second factor only; until that step exists, no other way in.
  if (known.role === 'superadmin') return { refusal: errors.mfa_unavailable, user: known };
  await refreshUserFromEid(tx, known.id, facts);
  const user = await findUser(tx, known.id);
  if (user === undefined) throw new Error('an account vanished while its person signed in');
  return { user, created: false };
}

async function findKnown(tx: WriteTx, facts: EidFacts): Promise<UserRow | undefined> {
  const byCivilId = await findUserByCivilId(tx, facts.civilId);
  if (byCivilId !== undefined || facts.nationalId === null) return byCivilId;
  const registered = await findUserByNationalId(tx, facts.nationalId);
  // A register number that already belongs to another civil_id is not taken over.
  return registered?.civil_id === null ? registered : undefined;
}

function factsOf(identity: EidIdentity, now: Date): EidFacts {
  return {
    civilId: identity.civilId,
    nationalId: identity.nationalId,
    firstName: identity.givenName,
    lastName: identity.surname,
    firstNameEn: identity.givenNameEn,
    lastNameEn: identity.surnameEn,
    kycLevel: identity.level,
    documentNumber: identity.documentNumber,
    certSerial: identity.certificate.serial,
    certNotBefore: identity.certificate.notBefore,
    certNotAfter: identity.certificate.notAfter,
    certIssuer: identity.certificate.issuer,
    certKeyType: identity.certificate.keyType,
    now,
  };
}

function attempt(userId: string | null, request: RequestFacts) {
  return { userId, ip: request.ip, userAgent: request.userAgent };
}

function reasonOf(row: EidSessionRow): { reason?: string } {
  return row.reason === null ? {} : { reason: row.reason };
}

/** The state of a browser's sign-in for whoever holds its sid: the word alone, never tokens. */
export function stateOf(row: EidSessionRow, now: Date): PollAnswer {
  if (row.state === 'pending')
    return { state: new Date(row.expires_at) < now ? 'EXPIRED' : 'PENDING', scanned: row.scanned };
  if (row.state === 'complete') return { state: 'COMPLETE' };
  return { state: row.state === 'expired' ? 'EXPIRED' : 'REFUSED', ...reasonOf(row) };
}
