import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';
import { roleKey, userColumns } from '../users/index.ts';

/** Only `browser` and `initiate` lead to a citizen's session. */
export type EidPurpose = 'browser' | 'initiate' | 'onboarding' | 'console' | 'ciba';
export type LoginMethod = 'eid' | 'social' | 'sso' | 'mfa';

/** Requester of a push; absent for a QR or link sign-in. */
export interface PushAsker {
  ip: string;
  userAgent: string;
  /** The rate-limit subject of the address. */
  network: string;
  /** Hash of a known browser's id. */
  browserHash: string | null;
}

export interface NewEidSession {
  sidHash: string;
  purpose: EidPurpose;
  bindingHash: string | null;
  /** Null for a push to an unknown number, which must look like any other. */
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
export type EidSessionRow = RowFrom<typeof eidByHash>;
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
export type EndedPush = RowFrom<typeof finishEid>;
/** Ends a pending session exactly once: one concurrent caller gets the row, the others get undefined. */
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

const take = statement(
  'push.take',
  { taken: computed('bool') },
  (p: { targetHash: string; now: Date; windowSeconds: number; allowed: number }) => sql`
    select take_push(${p.targetHash}, ${p.now}, make_interval(secs => ${p.windowSeconds}), ${p.allowed}) as taken`,
);
/** False when the target's allowance is used up. */
export async function takePush(
  db: Reader,
  push: { targetHash: string; now: Date; windowSeconds: number; allowed: number },
): Promise<boolean> {
  const row = await db.first(take(push));
  return row?.taken === true;
}

const unanswered = statement(
  'push.unanswered',
  { by_network: computed('int4'), by_browser: computed('int4') },
  (p: { network: string; browserHash: string | null; since: Date; now: Date }) => sql`
    select count(*) filter (where asker_network = ${p.network})::int as by_network,
      count(*) filter (where asker_browser = ${p.browserHash})::int as by_browser
    from eid_sessions
    where (asker_network = ${p.network} or asker_browser = ${p.browserHash}) and created_at > ${p.since}
      and (state in ('refused', 'expired') or (state = 'pending' and expires_at < ${p.now}))`,
);
/** Includes expired pushes that nobody polled. */
export async function countUnanswered(
  db: Reader,
  asked: { network: string; browserHash: string | null; since: Date; now: Date },
): Promise<{ by_network: number; by_browser: number }> {
  const row = await db.first(unanswered(asked));
  return row ?? { by_network: 0, by_browser: 0 };
}

const identityListAbandonedPushes = statement(
  'identity.list_abandoned_pushes',
  columnsOf('eid_sessions', 'sid_hash'),
  (p: { before: Date; limit: number }) => sql`
    select sid_hash from eid_sessions
    where state = 'pending' and asker_ip is not null and target_user_id is not null and expires_at < ${p.before}
    order by expires_at limit ${p.limit}`,
);
/** Pushes that expired without a poll of their end. */
export const listAbandonedPushes = (
  db: Reader,
  before: Date,
  limit: number,
): Promise<{ sid_hash: string }[]> => db.run(identityListAbandonedPushes({ before, limit }));

const failedSince = statement(
  'login.failed_since',
  { found: computed('bool') },
  (p: { userId: string; since: Date }) => sql`
    select exists (select from login_events
    where user_id = ${p.userId} and outcome = 'failure' and created_at > ${p.since}) as found`,
);
export async function hasFailedSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const row = await tx.first(failedSince({ userId, since }));
  return row?.found === true;
}

export interface NewSession {
  id: string;
  userId: string;
  method: LoginMethod;
  jti: string;
  ip: string;
  userAgent: string;
  now: Date;
  expiresAt: Date;
}
const insertChain = statement('sessions.insert', (p: NewSession) =>
  sqlFor.insertInto('sessions').values({
    id: p.id,
    user_id: p.userId,
    method: p.method,
    current_jti: p.jti,
    ip: p.ip,
    user_agent: p.userAgent,
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
/** Uses the current settings, so that a shorter limit applies to open sessions. */
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
    .returning('sessions.created_at as opened_at')
    .returning(userColumns)
    .returning(roleKey),
);
/**
 * The user in the round trip of the rotation; undefined when the token is not the newest one, or the session or user
 * may not refresh.
 */
export const rotateSession = (tx: Tx, rotation: Rotation): Promise<RowFrom<typeof rotate> | undefined> =>
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
export type SessionState = RowFrom<typeof stateOf>;
export const findSessionState = (db: Reader | Tx, id: string): Promise<SessionState | undefined> =>
  db.first(stateOf({ id }));

const beginning = statement('sessions.beginning', (p: { id: string }) =>
  sqlFor.selectFrom('sessions').select(['method', 'created_at']).where('id', '=', p.id),
);
/** Rotation changes neither method nor time. */
export const findSignIn = (
  db: Reader | Tx,
  sessionId: string,
): Promise<{ method: string; created_at: string } | undefined> => db.first(beginning({ id: sessionId }));

const pin2 = statement('sessions.pin2', (p: { id: string; now: Date }) =>
  sqlFor.updateTable('sessions').set({ pin2_at: p.now }).where('id', '=', p.id).where('ended_at', 'is', null),
);
/** Records a PIN2 confirmation; zero when the session ended in the meantime. */
export const markPin2 = (tx: Tx, sessionId: string, now: Date): Promise<number> =>
  tx.change(pin2({ id: sessionId, now }));

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
const append = statement(
  'login.append',
  columnsOf('login_events', 'is_new_device'),
  (p: LoginEvent) => sql`
    insert into login_events (user_id, method, outcome, reason, ip, user_agent, is_new_device, created_at)
    values (${p.userId}::uuid, ${p.method}, ${p.outcome}::text, ${p.reason}, ${p.ip}, ${p.userAgent}::text, ${p.outcome} = 'success' and ${p.userId} is not null and not exists (
      select from login_events where user_id = ${p.userId} and outcome = 'success' and user_agent = ${p.userAgent}
        and created_at > ${p.now}::timestamptz - interval '180 days'), ${p.now})
    returning is_new_device`,
);
/** `isNewDevice`: the first success from this user agent in 180 days. */
export async function appendLoginEvent(tx: Tx, event: LoginEvent): Promise<{ isNewDevice: boolean }> {
  const row = await tx.first(append(event));
  return { isNewDevice: row?.is_new_device ?? false };
}

const identityReadAccessMode = statement(
  'identity.read_access_mode',
  columnsOf('platform_settings', 'value'),
  () => sql`select value from platform_settings where key = 'access_mode'`,
);
/** The stored setting overrides the default of the environment. */
export async function readAccessMode(db: Reader | Tx): Promise<unknown> {
  const row = await db.first(identityReadAccessMode());
  return row?.value;
}

const knownPair = statement(
  'known_browsers.exists',
  { is_known: computed('bool') },
  (p: { hash: string }) =>
    sql`select exists (select from known_browsers where pair_hash = ${p.hash}) as is_known`,
);
/** Whether this person signed in with this browser before. */
export const isKnownPair = async (db: Reader, hash: string): Promise<boolean> =>
  (await db.first(knownPair({ hash })))?.is_known === true;

const keepPair = statement(
  'known_browsers.keep',
  (p: { hash: string; userId: string; now: Date }) => sql`
    insert into known_browsers (pair_hash, user_id, seen_at) values (${p.hash}, ${p.userId}, ${p.now})
    on conflict (pair_hash) do update set seen_at = excluded.seen_at`,
);
export const rememberBrowser = (tx: Tx, pair: { hash: string; userId: string; now: Date }): Promise<number> =>
  tx.change(keepPair(pair));

const forgetPairs = statement(
  'known_browsers.forget',
  (p: { userId: string }) => sql`delete from known_browsers where user_id = ${p.userId}`,
);
/** After signing out everywhere every browser is a strange one again, until the next sign-in. */
export const forgetBrowsers = (tx: Tx, userId: string): Promise<number> => tx.change(forgetPairs({ userId }));

const deleteStaleBrowsers = statement(
  'known_browsers.delete_stale',
  (p: { before: Date }) => sql`delete from known_browsers where seen_at < ${p.before}`,
);
const deleteStaleEidSessions = statement(
  'eid_sessions.delete_stale',
  (p: { hourAgo: Date }) => sql`delete from eid_sessions where expires_at < ${p.hourAgo}`,
);
const deleteStaleEidPushAttempts = statement(
  'eid_push_attempts.delete_stale',
  (p: { hourAgo: Date }) => sql`delete from eid_push_attempts where at < ${p.hourAgo}`,
);
const deleteStaleSessions = statement(
  'sessions.delete_stale',
  (p: { weekAgo: Date }) => sql`delete from sessions where expires_at < ${p.weekAgo}`,
);
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3_600_000);
  await tx.change(deleteStaleEidSessions({ hourAgo }));
  await tx.change(deleteStaleEidPushAttempts({ hourAgo }));
  await tx.change(deleteStaleSessions({ weekAgo }));
  // The cookie lives a year.
  await tx.change(deleteStaleBrowsers({ before: new Date(now.getTime() - 366 * 24 * 3_600_000) }));
}
