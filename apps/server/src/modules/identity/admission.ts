import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type ErrorDefinition, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { isLocked, type UserRow } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { SessionView } from './schemas.ts';
import { openSession, type SessionDeps } from './sessions.ts';
import { appendLoginEvent, type LoginMethod } from './store.ts';

/** Port to super admin, for accounts that must prove a second factor before they get a session. */
export interface SecondFactor {
  /** Returns a token for the second step; `unavailable` rejects an account that needs the step and cannot take it. */
  begin(tx: WriteTx, user: UserRow): Promise<{ token: string } | 'not-needed' | 'unavailable'>;
}

export interface AdmissionDeps extends SessionDeps {
  secondFactor: SecondFactor;
}

export interface Arrival {
  method: LoginMethod;
  request: RequestFacts;
  /** Set only by the second step. */
  secondFactorPassed?: true;
}

export type Admission =
  | { kind: 'session'; sessionId: string; view: SessionView; isNewDevice: boolean }
  | { kind: 'second-factor'; token: string }
  | { kind: 'refused'; error: ErrorDefinition };

/**
 * The single entry point for every sign-in method: a disabled or locked account is rejected, and an account that needs a
 * second factor gets no session before it. Every attempt is recorded in the sign-in history.
 */
export async function admit(
  deps: AdmissionDeps,
  tx: WriteTx,
  user: UserRow,
  arrival: Arrival,
): Promise<Admission> {
  if (!user.active || user.deleted_at !== null)
    return turnAway(tx, user, kernelErrors.account_disabled, arrival);
  if (isLocked(user, tx.now)) return turnAway(tx, user, errors.account_locked, arrival);
  if (arrival.secondFactorPassed !== true) {
    const step = await deps.secondFactor.begin(tx, user);
    if (step === 'unavailable') return turnAway(tx, user, errors.mfa_unavailable, arrival);
    if (step !== 'not-needed') return { kind: 'second-factor', token: step.token };
  }
  const session = await openSession(deps, tx, user, arrival);
  const { isNewDevice } = await appendLoginEvent(tx, {
    ...attemptOf(user.id, arrival),
    outcome: 'success',
    reason: null,
    now: tx.now,
  });
  return { kind: 'session', sessionId: session.id, view: session.view, isNewDevice };
}

/** Records the attempt in the sign-in history and the audit log; the caller answers with `refused`. */
export async function turnAway(
  tx: WriteTx,
  user: UserRow | undefined,
  error: ErrorDefinition,
  arrival: Arrival,
): Promise<Admission> {
  await appendLoginEvent(tx, {
    ...attemptOf(user?.id ?? null, arrival),
    outcome: 'failure',
    reason: error.code,
    now: tx.now,
  });
  tx.audit(events.signInFailed, {
    ...(user === undefined ? {} : { target: user.id }),
    metadata: { state: 'refused', reason: error.code },
  });
  return { kind: 'refused', error };
}

export function attemptOf(userId: string | null, arrival: Arrival) {
  const { method, request } = arrival;
  return { userId, method, ip: request.ip, userAgent: request.userAgent };
}
