import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';

/** What a sign-in with eID is for: only `browser` and `initiate` lead to a citizen's session. */
export type EidPurpose = 'browser' | 'initiate' | 'onboarding' | 'console';
export type LoginMethod = 'eid' | 'social' | 'sso' | 'mfa';

/** The asker of a push; absent where the person's own phone took the sign-in up. */
export interface PushAsker {
  ip: string;
  userAgent: string;
  /** The address as limits count it. */
  network: string;
  /** Hash of the known browser's id, where there is one. */
  browserHash: string | null;
}

export interface NewEidSession {
  sidHash: string;
  purpose: EidPurpose;
  bindingHash: string | null;
  /** Null for a push that reached nobody: it must look like any other. */
  sealed: string | null;
  verificationCode: string;
  targetUserId: string | null;
  askerIp: string | null;
  askerAgent: string | null;
  askerNetwork: string | null;
  askerBrowser: string | null;
  now: Date;
  expiresAt: Date;
}

const insertEid = statement('eid.insert', (p: NewEidSession) =>
  sqlFor.insertInto('eid_sessions').values({
    sid_hash: p.sidHash,
    purpose: p.purpose,
    binding_hash: p.bindingHash,
    sealed: p.sealed,
    verification_code: p.verificationCode,
    target_user_id: p.targetUserId,
    asker_ip: p.askerIp,
    asker_agent: p.askerAgent,
    asker_network: p.askerNetwork,
    asker_browser: p.askerBrowser,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);
export const insertEidSession = (tx: Tx, session: NewEidSession): Promise<number> =>
  tx.change(insertEid(session));

const eidByHash = statement('eid.by_hash', (p: { sidHash: string }) =>
  sqlFor.selectFrom('eid_sessions').selectAll().where('sid_hash', '=', p.sidHash),
);
export type EidSessionRow = NonNullable<ReturnType<typeof eidByHash>['row']>;
export const findEidSession = (db: Reader | Tx, sidHash: string): Promise<EidSessionRow | undefined> =>
  db.first(eidByHash({ sidHash }));

const finishEid = statement(
  'eid.finish',
  (p: { sidHash: string; state: 'complete' | 'expired' | 'refused'; reason: string | null }) =>
    sqlFor
      .updateTable('eid_sessions')
      .set({ state: p.state, reason: p.reason, sealed: null })
      .where('sid_hash', '=', p.sidHash)
      .where('state', '=', 'pending')
      .returning(['target_user_id', 'asker_ip', 'asker_agent']),
);
export interface EndedPush {
  target_user_id: string | null;
  asker_ip: string | null;
  asker_agent: string | null;
}
/** Ends a pending session exactly once: one caller gets the row, every other gets undefined. */
export const finishEidSession = (
  tx: Tx,
  sidHash: string,
  end: { state: 'complete' | 'expired' | 'refused'; reason: string | null },
): Promise<EndedPush | undefined> => tx.first(finishEid({ sidHash, ...end }));

const scanEid = statement('eid.scanned', (p: { sidHash: string }) =>
  sqlFor
    .updateTable('eid_sessions')
    .set({ scanned: true })
    .where('sid_hash', '=', p.sidHash)
    .where('scanned', '=', false),
);
export const markScanned = (tx: Tx, sidHash: string): Promise<number> => tx.change(scanEid({ sidHash }));

/** Counts a push towards its target's allowance; false when the allowance is used up. */
export async function takePush(
  db: Reader,
  push: { targetHash: string; now: Date; windowSeconds: number; allowed: number },
): Promise<boolean> {
  const row = await db.first(
    raw<{ taken: boolean }>(
      'select take_push($1, $2, make_interval(secs => $3), $4) as taken',
      [push.targetHash, push.now, push.windowSeconds, push.allowed],
      'push.take',
    ),
  );
  return row?.taken === true;
}

/** Pushes of this asker that were refused or never answered; one that nobody polled to its end counts too. */
export async function countUnanswered(
  db: Reader,
  asked: { network: string; browserHash: string | null; since: Date; now: Date },
): Promise<{ by_network: number; by_browser: number }> {
  const row = await db.first(
    raw<{ by_network: number; by_browser: number }>(
      `select count(*) filter (where asker_network = $1)::int as by_network,
         count(*) filter (where asker_browser = $2)::int as by_browser
       from eid_sessions
       where (asker_network = $1 or asker_browser = $2) and created_at > $3
         and (state in ('refused', 'expired') or (state = 'pending' and expires_at < $4))`,
      [asked.network, asked.browserHash, asked.since, asked.now],
      'push.unanswered',
    ),
  );
  return row ?? { by_network: 0, by_browser: 0 };
}

/** Pushes to a person's phone that ran out while nobody looked at their end. */
export const listAbandonedPushes = (
  db: Reader,
  before: Date,
  limit: number,
): Promise<{ sid_hash: string }[]> =>
  db.run(
    raw(
      `select sid_hash from eid_sessions
       where state = 'pending' and asker_ip is not null and target_user_id is not null and expires_at < $1
       order by expires_at limit $2`,
      [before, limit],
    ),
  );

export async function hasFailedSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const row = await tx.first(
    raw<{ found: boolean }>(
      `select exists (select from login_events
         where user_id = $1 and outcome = 'failure' and created_at > $2) as found`,
      [userId, since],
      'login.failed_since',
    ),
  );
  return row?.found === true;
}

export interface NewSession {
  id: string;
  userId: string;
  method: LoginMethod;
  jti: string;
  now: Date;
  expiresAt: Date;
}
const insertChain = statement('sessions.insert', (p: NewSession) =>
  sqlFor.insertInto('sessions').values({
    id: p.id,
    user_id: p.userId,
    method: p.method,
    current_jti: p.jti,
    rotated_at: p.now,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);
export const insertSession = (tx: Tx, session: NewSession): Promise<number> =>
  tx.change(insertChain(session));

export interface Rotation {
  sessionId: string;
  userId: string;
  jti: string;
  nextJti: string;
  issuedAt: string;
  now: Date;
  expiresAt: Date;
  superadminSeconds: number;
  othersSeconds: number;
}
/** By the settings of this moment, so that a shorter one holds for chains that are already open. */
const endOfChain = (p: Rotation) =>
  sql<string>`sessions.created_at + make_interval(secs =>
    case when users.role_id = 1 then ${p.superadminSeconds}::integer else ${p.othersSeconds}::integer end)`;
const rotate = statement('sessions.rotate', (p: Rotation) =>
  sqlFor
    .updateTable('sessions')
    .from('users')
    .set((eb) => ({
      previous_jti: eb.ref('sessions.current_jti'),
      current_jti: p.nextJti,
      rotated_at: p.now,
      expires_at: sql<string>`least(${p.expiresAt}::timestamptz, ${endOfChain(p)})`,
    }))
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('sessions.id', '=', p.sessionId)
    .where('sessions.user_id', '=', p.userId)
    .where('sessions.current_jti', '=', p.jti)
    .where('sessions.ended_at', 'is', null)
    .where(endOfChain(p), '>', sql<string>`${p.now}::timestamptz`)
    .where('users.active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.tokens_revoked_before', 'is', null),
        eb('users.tokens_revoked_before', '<', p.issuedAt),
      ]),
    )
    .returning('sessions.created_at'),
);
/** Replaces the newest refresh token by the next in one statement; undefined when it was not the newest, or may not. */
export const rotateSession = (tx: Tx, rotation: Rotation): Promise<{ created_at: string } | undefined> =>
  tx.first(rotate(rotation));

const stateOf = statement('sessions.state', (p: { id: string }) =>
  sqlFor
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'sessions.user_id',
      'sessions.current_jti',
      'sessions.previous_jti',
      'sessions.rotated_at',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.ended_at',
      'users.active',
      'users.deleted_at',
      'users.tokens_revoked_before',
      'users.role_id',
      'roles.key as role',
    ])
    .where('sessions.id', '=', p.id),
);
export type SessionState = NonNullable<ReturnType<typeof stateOf>['row']>;
export const findSessionState = (db: Reader | Tx, id: string): Promise<SessionState | undefined> =>
  db.first(stateOf({ id }));

const beginning = statement('sessions.beginning', (p: { id: string }) =>
  sqlFor.selectFrom('sessions').select(['method', 'created_at']).where('id', '=', p.id),
);
/** How and when the person signed in; rotating tokens changes neither. */
export const findSignIn = (
  db: Reader | Tx,
  sessionId: string,
): Promise<{ method: string; created_at: string } | undefined> => db.first(beginning({ id: sessionId }));

const end = statement('sessions.end', (p: { id: string; reason: string; now: Date }) =>
  sqlFor
    .updateTable('sessions')
    .set({ ended_at: p.now, end_reason: p.reason })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null)
    .returning('user_id'),
);
export const endSession = (
  tx: Tx,
  id: string,
  reason: string,
  now: Date,
): Promise<{ user_id: string } | undefined> => tx.first(end({ id, reason, now }));

export interface LoginEvent {
  userId: string | null;
  method: LoginMethod;
  outcome: 'success' | 'failure';
  reason: string | null;
  ip: string;
  userAgent: string;
  now: Date;
}
/** Records the attempt and tells whether a success came from a browser this person had not used before. */
export async function appendLoginEvent(tx: Tx, event: LoginEvent): Promise<{ isNewDevice: boolean }> {
  const row = await tx.first(
    raw<{ is_new_device: boolean }>(
      `insert into login_events (user_id, method, outcome, reason, ip, user_agent, is_new_device, created_at)
       values ($1::uuid, $7, $2::text, $3, $4, $5::text, $2 = 'success' and $1 is not null and not exists (
         select from login_events where user_id = $1 and outcome = 'success' and user_agent = $5
           and created_at > $6::timestamptz - interval '180 days'), $6)
       returning is_new_device`,
      [event.userId, event.outcome, event.reason, event.ip, event.userAgent, event.now, event.method],
      'login.append',
    ),
  );
  return { isNewDevice: row?.is_new_device ?? false };
}

/** The mode set by the platform's owner, where one was set. */
export async function readAccessMode(db: Reader | Tx): Promise<unknown> {
  const row = await db.first(
    raw<{ value: unknown }>("select value from platform_settings where key = 'access_mode'"),
  );
  return row?.value;
}

export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3_600_000);
  await tx.change(raw('delete from eid_sessions where expires_at < $1', [hourAgo]));
  await tx.change(raw('delete from eid_push_attempts where at < $1', [hourAgo]));
  await tx.change(raw('delete from sessions where expires_at < $1', [weekAgo]));
}
