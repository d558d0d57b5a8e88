import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, type RequestFacts, refused } from '../../kernel/http/row.ts';
import { findUser, type UserRow, viewUser } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { SessionView } from './schemas.ts';
import {
  endSession,
  findSessionState,
  insertSession,
  type LoginMethod,
  rotateSession,
  type SessionState,
} from './store.ts';
import type { TokenClaims, TokenService } from './tokens.ts';

/** Port to the security-events module. */
export interface Alarm {
  kind: 'refresh_reuse' | 'account_locked';
  userId: string;
  /** The source of the request, where known. */
  from?: Pick<RequestFacts, 'ip' | 'userAgent'> | undefined;
}
export type RaiseAlarm = (tx: WriteTx, alarm: Alarm) => Promise<void>;

export interface SessionDeps {
  raiseAlarm: RaiseAlarm;
  tokens: TokenService;
  accessTtlSeconds: number;
  refreshTtlSeconds: number;
  graceSeconds: number;
  /** Maximum age of a session, however often it is refreshed: a stolen one must not live forever. */
  longestSeconds: { superadmin: number; others: number };
}

const endOfChain = (deps: SessionDeps, user: Pick<UserRow, 'role'>, openedAt: Date): Date => {
  const { superadmin, others } = deps.longestSeconds;
  return new Date(openedAt.getTime() + (user.role === 'superadmin' ? superadmin : others) * 1000);
};

/** Bus channel: a session ended, so its tokens are invalid. */
export const sessionEnded = 'session.ended';

export async function openSession(
  deps: SessionDeps,
  tx: WriteTx,
  user: UserRow,
  from: { method: LoginMethod; request: Pick<RequestFacts, 'ip' | 'userAgent'> },
): Promise<{ id: string; view: SessionView }> {
  const id = randomUUID();
  const jti = randomUUID();
  const endsAt = endOfChain(deps, user, tx.now);
  const refreshEnds = tx.now.getTime() + deps.refreshTtlSeconds * 1000;
  const expiresAt = new Date(Math.min(refreshEnds, endsAt.getTime()));
  const { method, request } = from;
  await insertSession(tx, {
    ...{ id, userId: user.id, method, jti, now: tx.now, expiresAt },
    ip: request.ip.slice(0, 64),
    userAgent: request.userAgent.slice(0, 300),
  });
  return { id, view: signPair(deps, user, { sessionId: id, refreshJti: jti, now: tx.now, endsAt }) };
}

/** The session id of a refresh token that we signed, valid or not. */
export function recogniseChain(tokens: TokenService, token: string | undefined): string | undefined {
  return token === undefined ? undefined : tokens.recognise(token, 'refresh')?.fid;
}

/** A token that we signed is no guess, so its holder learns that the session ended even behind a rate-limited address. */
const reportToHolder = { alwaysReported: true } as const;

/** Reuse of a replaced refresh token ends the whole session on every instance (RFC 9700, 4.14.2). */
export async function refreshSession(
  deps: SessionDeps,
  tx: WriteTx,
  token: string | undefined,
  from?: Alarm['from'],
): Promise<SessionView | Refused> {
  if (token === undefined) fail(errors.missing_refresh_token);
  const claims = deps.tokens.verify(token, 'refresh', tx.now.getTime());
  if (claims === undefined)
    fail(
      errors.invalid_refresh_token,
      recogniseChain(deps.tokens, token) === undefined ? {} : reportToHolder,
    );
  const nextJti = randomUUID();
  const rotated = await rotateSession(tx, {
    sessionId: claims.fid,
    userId: claims.sub,
    jti: claims.jti,
    nextJti,
    issuedAt: new Date(claims.iat * 1000).toISOString(),
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + deps.refreshTtlSeconds * 1000),
    superadminSeconds: deps.longestSeconds.superadmin,
    othersSeconds: deps.longestSeconds.others,
  });
  if (rotated !== undefined)
    return nextPair(deps, tx, rotated, { id: claims.fid, jti: nextJti, openedAt: rotated.opened_at });
  return explainRefusal(deps, tx, claims, from);
}

function nextPair(
  deps: SessionDeps,
  tx: WriteTx,
  user: UserRow,
  session: { id: string; jti: string; openedAt: string },
): SessionView {
  const { id: sessionId, jti: refreshJti, openedAt } = session;
  tx.audit(events.refreshed, { target: user.id, subject: user.id, metadata: { session_id: sessionId } });
  const endsAt = endOfChain(deps, user, new Date(openedAt));
  return signPair(deps, user, { sessionId, refreshJti, now: tx.now, endsAt });
}

async function explainRefusal(
  deps: SessionDeps,
  tx: WriteTx,
  claims: TokenClaims,
  from: Alarm['from'],
): Promise<SessionView | Refused> {
  const state = await findSessionState(tx, claims.fid);
  if (
    state === undefined ||
    state.user_id !== claims.sub ||
    state.ended_at !== null ||
    state.deleted_at !== null
  )
    fail(errors.invalid_refresh_token, reportToHolder);
  if (!state.active) fail(kernelErrors.account_disabled, reportToHolder);
  if (state.current_jti === claims.jti) fail(errors.invalid_refresh_token, reportToHolder);
  if (isWithinGrace(deps, state, claims, tx.now)) {
    const user = (await findUser(tx, claims.sub)) ?? fail(errors.invalid_refresh_token, reportToHolder);
    return nextPair(deps, tx, user, {
      id: claims.fid,
      jti: state.current_jti,
      openedAt: state.created_at,
    });
  }
  await endSession(tx, claims.fid, 'refresh_reuse', tx.now);
  tx.audit(events.reused, { target: claims.sub, subject: claims.sub, metadata: { session_id: claims.fid } });
  await deps.raiseAlarm(tx, { kind: 'refresh_reuse', userId: claims.sub, from });
  tx.publish(sessionEnded, { session_id: claims.fid });
  return refused(errors.invalid_refresh_token, { detail: 'refresh token reused', ...reportToHolder });
}

function isWithinGrace(deps: SessionDeps, state: SessionState, claims: TokenClaims, now: Date): boolean {
  const sinceMs = now.getTime() - new Date(state.rotated_at).getTime();
  return (
    deps.graceSeconds > 0 &&
    state.previous_jti === claims.jti &&
    sinceMs <= deps.graceSeconds * 1000 &&
    !isCutOff(state, claims)
  );
}

export function isCutOff(state: Pick<SessionState, 'tokens_revoked_before'>, claims: TokenClaims): boolean {
  const cutoff = state.tokens_revoked_before;
  return cutoff !== null && claims.iat * 1000 <= new Date(cutoff).getTime();
}

/**
 * Any token of the session that we once signed is enough: an idle person with an expired access token must be able to
 * sign out, and signing out twice is no error.
 */
export async function signOut(
  deps: SessionDeps,
  tx: WriteTx,
  given: { access: string | undefined; refresh: string | undefined },
): Promise<{ ended: boolean }> {
  const claims =
    (given.access === undefined ? undefined : deps.tokens.recognise(given.access, 'access')) ??
    (given.refresh === undefined
      ? undefined
      : deps.tokens.verify(given.refresh, 'refresh', tx.now.getTime()));
  if (claims === undefined) fail(kernelErrors.unauthorized);
  const ended = await endSession(tx, claims.fid, 'signed_out', tx.now);
  if (ended === undefined) return { ended: false };
  tx.audit(events.signedOut, {
    target: claims.sub,
    subject: claims.sub,
    metadata: { session_id: claims.fid },
  });
  tx.publish(sessionEnded, { session_id: claims.fid });
  return { ended: true };
}

function signPair(
  deps: SessionDeps,
  user: UserRow,
  session: { sessionId: string; refreshJti: string; now: Date; endsAt: Date },
): SessionView {
  const issued = session.now.getTime() / 1000;
  const chainEnds = Math.floor(session.endsAt.getTime() / 1000);
  const accessEnds = Math.min(Math.floor(issued) + deps.accessTtlSeconds, chainEnds);
  const refreshEnds = Math.min(Math.floor(issued) + deps.refreshTtlSeconds, chainEnds);
  const common = { sub: user.id, role_id: user.role_id, fid: session.sessionId, iat: issued };
  return {
    ...viewUser(user),
    token: deps.tokens.sign({ ...common, kind: 'access', jti: randomUUID(), exp: accessEnds }),
    refresh_token: deps.tokens.sign({
      ...common,
      kind: 'refresh',
      jti: session.refreshJti,
      exp: refreshEnds,
    }),
    access_expires_at: new Date(accessEnds * 1000).toISOString(),
    refresh_expires_at: new Date(refreshEnds * 1000).toISOString(),
  };
}
