import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, present, type RowOf } from '../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

const shown = ['id', 'state', 'done', 'total', 'size_bytes', 'created_at', 'ready_at', 'expires_at'] as const;

const own = statement('personal_data.exports', (p: { userId: string }) =>
  sqlFor
    .selectFrom('data_exports')
    .select(shown)
    .where('user_id', '=', p.userId)
    .orderBy('created_at', 'desc')
    .limit(10),
);
export type ExportRow = RowFrom<typeof own>;
export const listExports = (db: Reader, userId: string): Promise<ExportRow[]> => db.run(own({ userId }));

const insert = statement(
  'personal_data.insert_export',
  columnsOf('data_exports', 'id state done total size_bytes created_at ready_at expires_at'),
  (p: { userId: string; total: number; perDay: number; now: Date; expiresAt: Date }) => sql`
    insert into data_exports (user_id, total, created_at, expires_at)
    select ${p.userId}, ${p.total}, ${p.now}::timestamptz, ${p.expiresAt}::timestamptz
    where (select count(*) from data_exports
      where user_id = ${p.userId} and created_at > ${p.now}::timestamptz - interval '1 day') < ${p.perDay}
    on conflict (user_id) where state in ('queued', 'running') do nothing
    returning id, state, done, total, size_bytes, created_at, ready_at, expires_at`,
);
/** Undefined while one is being made, or after too many in a day. */
export const insertExport = (
  tx: Tx,
  made: { userId: string; total: number; perDay: number; now: Date; expiresAt: Date },
): Promise<ExportRow | undefined> => tx.first(insert(made));

const begin = statement('personal_data.begin_export', (p: { id: string }) =>
  sqlFor
    .updateTable('data_exports')
    .set({ state: 'running', done: 0 })
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['user_id', 'total']),
);
export const beginExport = (tx: Tx, id: string): Promise<{ user_id: string; total: number } | undefined> =>
  tx.first(begin({ id }));

const progress = statement('personal_data.progress', (p: { id: string; done: number }) =>
  sqlFor.updateTable('data_exports').set({ done: p.done }).where('id', '=', p.id),
);
export const writeProgress = (tx: Tx, id: string, done: number): Promise<number> =>
  tx.change(progress({ id, done }));

interface Ready {
  id: string;
  fileId: string;
  sizeBytes: number;
  now: Date;
  expiresAt: Date;
}
const finish = statement(
  'personal_data.finish_export',
  (p: Ready) => sql`
    update data_exports set state = 'ready', done = total, file_id = ${p.fileId}, size_bytes = ${p.sizeBytes},
      ready_at = ${p.now}, expires_at = ${p.expiresAt}
    where id = ${p.id} and state = 'running'`,
);
/** False when it was erased meanwhile. */
export const finishExport = async (tx: Tx, ready: Ready): Promise<boolean> =>
  (await tx.change(finish(ready))) === 1;

const downloadable = statement('personal_data.downloadable', (p: { id: string; userId: string; now: Date }) =>
  sqlFor
    .selectFrom('data_exports')
    .select(['file_id', 'created_at'])
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', sql<string>`${p.now}::timestamptz`),
);
export const findDownloadable = (
  db: Reader,
  key: { id: string; userId: string; now: Date },
): Promise<{ file_id: string | null; created_at: string } | undefined> => db.first(downloadable(key));

const over = statement(
  'personal_data.expire_exports',
  { file_id: present(column('data_exports', 'file_id')) },
  (p: { now: Date }) => sql`
    with old as (select id, file_id from data_exports where state = 'ready' and expires_at <= ${p.now}::timestamptz),
      gone as (update data_exports set state = 'expired', file_id = null where id in (select id from old))
    select file_id from old where file_id is not null`,
);
export const expireExports = (tx: Tx, now: Date): Promise<{ file_id: string }[]> => tx.run(over({ now }));

const stuck = statement(
  'personal_data.fail_exports',
  (p: { before: Date }) => sql`
    update data_exports set state = 'failed' where state in ('queued', 'running') and created_at < ${p.before}`,
);
export const failStuckExports = (tx: Tx, before: Date): Promise<number> => tx.change(stuck({ before }));

const forget = statement(
  'personal_data.forget_exports',
  (p: { before: Date }) => sql`
    delete from data_exports where state in ('failed', 'expired') and created_at < ${p.before}`,
);
export const forgetExports = (tx: Tx, before: Date): Promise<number> => tx.change(forget({ before }));

const asked = columnsOf('erasure_requests', 'id state reason answer created_at decided_at');
export type ErasureRow = RowOf<typeof asked>;

const newest = statement(
  'personal_data.own_erasure',
  asked,
  (p: { userId: string }) => sql`
    select id, state, reason, answer, created_at, decided_at from erasure_requests
    where user_id = ${p.userId} order by created_at desc, seq desc limit 1`,
);
export const findOwnErasure = (db: Reader | Tx, userId: string): Promise<ErasureRow | undefined> =>
  db.first(newest({ userId }));

const ask = statement(
  'personal_data.ask_erasure',
  asked,
  (p: { userId: string; reason: string; now: Date }) => sql`
    insert into erasure_requests (user_id, reason, created_at) values (${p.userId}, ${p.reason}, ${p.now})
    on conflict (user_id) where state = 'open' do nothing
    returning id, state, reason, answer, created_at, decided_at`,
);
/** Undefined while one is open. */
export const insertErasure = (
  tx: Tx,
  request: { userId: string; reason: string; now: Date },
): Promise<ErasureRow | undefined> => tx.first(ask(request));

const withdraw = statement('personal_data.withdraw_erasure', (p: { userId: string; now: Date }) =>
  sqlFor
    .updateTable('erasure_requests')
    .set({ state: 'withdrawn', decided_at: p.now })
    .where('user_id', '=', p.userId)
    .where('state', '=', 'open')
    .returning('id'),
);
export const withdrawErasure = (tx: Tx, userId: string, now: Date): Promise<{ id: string } | undefined> =>
  tx.first(withdraw({ userId, now }));

const waiting = {
  ...columnsOf('erasure_requests', 'id seq user_id state reason answer erased created_at decided_at'),
  ...columnsOf('users', 'first_name last_name'),
};
export type ListedErasure = RowOf<typeof waiting>;

const list = statement(
  'personal_data.erasures',
  waiting,
  (p: { at: string | null; id: number | null; limit: number }) => sql`
    select r.id, r.seq, r.user_id, r.state, r.reason, r.answer, r.erased, r.created_at, r.decided_at,
      u.first_name, u.last_name
    from erasure_requests r join users u on u.id = r.user_id
    where ${p.at}::timestamptz is null or (r.created_at, r.seq) < (${p.at}::timestamptz, ${p.id}::bigint)
    order by r.created_at desc, r.seq desc limit ${p.limit}`,
);
export const listErasures = (db: Reader, page: PageRequest): Promise<FoundPage<ListedErasure>> =>
  findPage(db, page, ({ limit, before }) =>
    list({ at: before?.at ?? null, id: before?.id ?? null, limit: limit + 1 }),
  );

const open = statement('personal_data.open_erasure', (p: { id: string }) =>
  sqlFor
    .selectFrom('erasure_requests')
    .innerJoin('users', 'users.id', 'erasure_requests.user_id')
    .select(['erasure_requests.user_id', 'users.role_id'])
    .where('erasure_requests.id', '=', p.id)
    .where('erasure_requests.state', '=', 'open')
    .forUpdate('erasure_requests'),
);
export const lockOpenErasure = (
  tx: Tx,
  id: string,
): Promise<{ user_id: string; role_id: number } | undefined> => tx.first(open({ id }));

const erase = statement(
  'personal_data.erase',
  { erased: computed('int8') },
  (p: Decision) => sql`
    select erase_person(${p.id}, ${p.decidedBy}, ${p.answer}, ${p.now}) as erased`,
);
/** Also closes the request; the function checks request, person and decider itself. */
export const erasePerson = async (tx: Tx, decision: Decision): Promise<number> =>
  (await tx.first(erase(decision)))?.erased ?? 0;

interface Decision {
  id: string;
  answer: string;
  decidedBy: string;
  now: Date;
}
const refuse = statement('personal_data.refuse_erasure', (p: Decision) =>
  sqlFor
    .updateTable('erasure_requests')
    .set({
      state: 'refused',
      answer: p.answer,
      decided_by: p.decidedBy,
      decided_at: p.now,
    })
    .where('id', '=', p.id)
    .where('state', '=', 'open'),
);
export const refuseErasure = (tx: Tx, decision: Decision): Promise<number> => tx.change(refuse(decision));
