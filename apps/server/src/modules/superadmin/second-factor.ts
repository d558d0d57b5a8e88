import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { FreshProofs } from '../../kernel/http/fresh-proof.ts';
import { type Refused, type RequestFacts, refused } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  type Arrival,
  admit,
  findSignIn,
  type SecondFactor,
  type SessionDeps,
  turnAway,
} from '../identity/index.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { findUserForUpdate, type UserRow } from '../users/index.ts';
import {
  type AccountRow,
  findAccountForUpdate,
  findMfaToken,
  findProofSince,
  insertMfaToken,
  insertProof,
  replaceRecoveryCodes,
  takeMfaToken,
  useTotpStep,
  writeMfaFailures,
} from './account-store.ts';
import { recoveryPurpose, totpPurpose } from './enrolment.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createInterimSecret, hashInterimSecret } from './interim-secret.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import type { MfaView } from './schemas.ts';
import { findTotpStep } from './totp.ts';

const tokenLifeMs = 5 * 60_000;
const windowMs = 15 * 60_000;
const allowedFailures = 5;
const proofLifeMs = 15 * 60_000;

/** Stops every super administrator at sign-in, by any method; without a second factor the sign-in is refused. */
export function createSecondFactor(): SecondFactor {
  return {
    begin: async (tx, user) => {
      if (user.role !== 'superadmin') return 'not-needed';
      const account = await findAccountForUpdate(tx, user.id);
      return account?.mfa_enabled === true ? { token: await issueToken(tx, user.id) } : 'unavailable';
    },
  };
}

async function issueToken(tx: WriteTx, userId: string): Promise<string> {
  const token = createInterimSecret();
  const expiresAt = new Date(tx.now.getTime() + tokenLifeMs);
  await insertMfaToken(tx, { tokenHash: hashInterimSecret(token), userId, expiresAt });
  return token;
}

export interface MfaDeps {
  keyring: Keyring;
  sessions: SessionDeps;
  secondFactor: SecondFactor;
}

/** Accepts a code of either kind; the answer never reveals which kind was wrong or why. */
export async function passSecondFactor(
  deps: MfaDeps,
  tx: WriteTx,
  call: { token: string; code: string; request: RequestFacts },
): Promise<MfaView | Refused> {
  const arrival: Arrival = { method: 'mfa', request: call.request, secondFactorPassed: true };
  const tokenHash = hashInterimSecret(call.token);
  const asked = (await findMfaToken(tx, tokenHash, tx.now)) ?? fail(errors.mfa_invalid);
  const user = await findUserForUpdate(tx, asked.user_id);
  const account = await findAccountForUpdate(tx, asked.user_id);
  if (user?.role !== 'superadmin' || account?.mfa_enabled !== true) fail(errors.mfa_invalid);
  if (isLocked(account, tx.now)) {
    await turnAway(tx, user, errors.too_many_attempts, arrival);
    return refused(errors.too_many_attempts);
  }
  const used = await useCode(deps, tx, account, call.code);
  if (used === undefined) {
    await recordWrongCode(tx, user, account, arrival);
    return refused(errors.invalid_code);
  }
  // Two calls with one token wait for each other at the account lock; the second finds the token gone.
  if ((await takeMfaToken(tx, tokenHash)) === 0) fail(errors.mfa_invalid);
  const admission = await admit({ ...deps.sessions, secondFactor: deps.secondFactor }, tx, user, arrival);
  if (admission.kind === 'refused') return refused(admission.error);
  if (admission.kind !== 'session') fail(errors.mfa_invalid);
  await insertProof(tx, { sessionId: admission.sessionId, userId: user.id, now: tx.now });
  tx.audit(events.secondFactorPassed, {
    target: user.id,
    subject: user.id,
    metadata: {
      session_id: admission.sessionId,
      recovery_code: used.kind === 'recovery',
      recovery_codes_left: used.left,
    },
  });
  return {
    ...admission.view,
    used_recovery_code: used.kind === 'recovery',
    recovery_codes_left: used.left,
  };
}

interface UsedCode {
  kind: 'totp' | 'recovery';
  left: number;
}

async function useCode(
  deps: MfaDeps,
  tx: WriteTx,
  account: AccountRow,
  given: string,
): Promise<UsedCode | undefined> {
  const userId = account.user_id;
  const secret = deps.keyring.open(account.totp_secret, totpPurpose);
  const hashes = JSON.parse(deps.keyring.open(account.recovery_codes, recoveryPurpose)) as string[];
  // Both kinds are always checked, so that the response time does not reveal the kind.
  const code = given.replace(/\s/g, '');
  const step = findTotpStep(secret, code, tx.now, account.totp_last_step);
  const known = findTotpStep(secret, code, tx.now, -1);
  const left = useRecoveryCode(hashes, userId, given);
  if (step !== undefined) {
    const won = await useTotpStep(tx, { userId, step });
    return won === 1 ? { kind: 'totp', left: hashes.length } : undefined;
  }
  if (known !== undefined)
    // A replayed code means that an attacker saw it, which a wrong code alone does not show.
    await recordSecurityEvent(tx, 'totp_replay', 'high', { userId, detail: { where: 'mfa' } });
  if (left === undefined) return undefined;
  const to = deps.keyring.seal(JSON.stringify(left), recoveryPurpose);
  const won = await replaceRecoveryCodes(tx, { userId, from: account.recovery_codes, to });
  return won === 1 ? { kind: 'recovery', left: left.length } : undefined;
}

function isLocked(account: AccountRow, now: Date): boolean {
  return account.mfa_locked_until !== null && new Date(account.mfa_locked_until) > now;
}

/** Five within fifteen minutes lock for fifteen; an expired lock starts a new count. */
async function recordWrongCode(
  tx: WriteTx,
  user: UserRow,
  account: AccountRow,
  arrival: Arrival,
): Promise<void> {
  await turnAway(tx, user, errors.invalid_code, arrival);
  const since = account.mfa_failed_since;
  const fresh =
    since === null ||
    account.mfa_locked_until !== null ||
    tx.now.getTime() - new Date(since).getTime() > windowMs;
  const count = fresh ? 1 : account.mfa_failures + 1;
  const locked = count >= allowedFailures;
  await writeMfaFailures(tx, {
    userId: user.id,
    count,
    since: fresh ? tx.now : since,
    lockedUntil: locked ? new Date(tx.now.getTime() + windowMs) : null,
  });
  if (locked) tx.audit(events.secondFactorLocked, { target: user.id, subject: user.id });
}

/**
 * Whether the caller recently proved their identity: a super administrator by a code, any other person by an
 * eID sign-in, which means the phone and its PIN. A session that began upstream may have begun without either.
 */
export async function hasFreshProof(db: Reader | Tx, actor: Actor, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - proofLifeMs);
  if (actor.roleKey === 'superadmin') return (await findProofSince(db, actor.sessionId, since)) !== undefined;
  const begun = await findSignIn(db, actor.sessionId);
  return begun?.method === 'eid' && new Date(begun.created_at) > since;
}

/** Undefined when the proof is fresh; otherwise the refusal, and the person repeats the change after the proof. */
export async function askForFreshProof(tx: WriteTx, actor: Actor): Promise<Refused | undefined> {
  return (await hasFreshProof(tx, actor, tx.now)) ? undefined : askForProof(tx, actor);
}

/** A super administrator gets a token for /auth/superadmin/mfa; any other person signs in with eID again. */
async function askForProof(tx: WriteTx, actor: Actor): Promise<Refused> {
  tx.audit(events.stepUpAsked, { target: actor.userId });
  if (actor.roleKey === 'superadmin') {
    const data = { method: 'code', mfa_token: await issueToken(tx, actor.userId) };
    return refused(errors.step_up_required, { data });
  }
  const isUpstream = (await findSignIn(tx, actor.sessionId))?.method === 'sso';
  return refused(errors.step_up_required, { data: { method: isUpstream ? 'none' : 'eid' } });
}

export const freshProofs: FreshProofs = { has: hasFreshProof, ask: askForProof };
