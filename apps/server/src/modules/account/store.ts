import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

const open = {
  ...columnsOf('sessions', 'id method ip user_agent created_at rotated_at expires_at'),
};
export type OpenSession = RowOf<typeof open>;

const openSessions = statement(
  'account.sessions',
  open,
  (p: { userId: string; now: Date }) => sql`
    select s.id, s.method, s.ip, s.user_agent, s.created_at, s.rotated_at, s.expires_at
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${p.userId} and s.ended_at is null and s.expires_at > ${p.now}
      and (u.tokens_revoked_before is null or s.created_at > u.tokens_revoked_before)
    order by s.rotated_at desc, s.id limit 100`,
);
export const listOpenSessions = (db: Reader, userId: string, now: Date): Promise<OpenSession[]> =>
  db.run(openSessions({ userId, now }));

const endOne = statement('account.end_session', (p: { id: string; userId: string; now: Date }) =>
  sqlFor
    .updateTable('sessions')
    .set({ ended_at: p.now, end_reason: 'signed_out' })
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null)
    .returning('id'),
);
export const endOwnSession = (
  tx: Tx,
  session: { id: string; userId: string; now: Date },
): Promise<{ id: string } | undefined> => tx.first(endOne(session));

const endOthers = statement('account.end_other_sessions', (p: { keep: string; userId: string; now: Date }) =>
  sqlFor
    .updateTable('sessions')
    .set({ ended_at: p.now, end_reason: 'signed_out' })
    .where('id', '<>', p.keep)
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`${p.now}::timestamptz`)
    .returning('id'),
);
export const endOtherSessions = (
  tx: Tx,
  sessions: { keep: string; userId: string; now: Date },
): Promise<{ id: string }[]> => tx.run(endOthers(sessions));

const happened = {
  place: computed('int8'),
  at: column('login_events', 'created_at'),
  what: computed('text'),
  method: nullable(computed('text')),
  reason: nullable(computed('text')),
  ip: nullable(computed('text')),
  user_agent: nullable(computed('text')),
  is_new_device: nullable(computed('bool')),
  contact: nullable(computed('text')),
  client_id: nullable(computed('text')),
};
export type Happened = RowOf<typeof happened>;

/** Sign-ins and own changes have ids of two tables: an even place is a sign-in, an odd one a change. */
const history = statement(
  'account.history',
  happened,
  (p: { userId: string; at: string | null; id: number | null; limit: number }) => sql`
    select * from (
      (select id * 2 as place, created_at as at, 'login.' || outcome as what, method, reason, ip, user_agent,
        is_new_device, null as contact, null as client_id
      from login_events
      where user_id = ${p.userId} and (${p.at}::timestamptz is null
        or (created_at, id * 2) < (${p.at}::timestamptz, ${p.id}::bigint))
      order by created_at desc, id desc limit ${p.limit})
      union all
      (select id * 2 + 1, occurred_at, action, null, null, null, null, null, metadata ->> 'kind', metadata ->> 'client_id'
      from audit_log
      where actor_user_id = ${p.userId} and action = any (${[...auditedKinds]}::text[]) and (${p.at}::timestamptz is null
        or (occurred_at, id * 2 + 1) < (${p.at}::timestamptz, ${p.id}::bigint))
      order by occurred_at desc, id desc limit ${p.limit})
      union all
      (select id * 2 + 1, occurred_at, action, null, null, null, null, null, null, null
      from audit_log
      where target = ${p.userId}::text and action in ('users.ge_id.set', 'users.ge_id.passed')
        and (${p.at}::timestamptz is null or (occurred_at, id * 2 + 1) < (${p.at}::timestamptz, ${p.id}::bigint))
      order by occurred_at desc, id desc limit ${p.limit})
    ) as line
    order by at desc, place desc limit ${p.limit}`,
);

/** Actions of the audit log that the history shows; the policy of the table allows their actor to read them. */
const auditedKinds = [
  'account.session.ended',
  'account.sessions.ended',
  'account.data.asked',
  'account.data.downloaded',
  'account.erasure.asked',
  'account.erasure.withdrawn',
  'auth.session.reuse',
  'auth.social.linked',
  'auth.social.unlinked',
  'contacts.proven',
  'contacts.removed',
  'contacts.code.refused',
  'oidc.consent.given',
  'oidc.consent.withdrawn',
  'oidc.device.allowed',
  'oidc.ciba.allowed',
] as const;

export const listHistory = (db: Reader, userId: string, page: PageRequest): Promise<FoundPage<Happened>> =>
  findPage(db, page, ({ limit, before }) =>
    history({ userId, at: before?.at ?? null, id: before?.id ?? null, limit: limit + 1 }),
  );
