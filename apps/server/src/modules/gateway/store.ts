import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

export type QuotaReader = Pick<Reader, 'first'>;

const quotaLease = statement(
  'gateway.lease_quota',
  { granted: computed('int4'), remaining: computed('float8') },
  (p: { clientId: string; day: string; limit: number; demand: number; extra: number }) => sql`
    select granted, remaining from lease_quota(${p.clientId}, ${p.day}::date, ${p.limit}, ${p.demand}, ${p.extra})`,
);
export async function leaseQuota(
  db: QuotaReader,
  terms: { clientId: string; day: string; limit: number },
  demand: number,
  extra: number,
): Promise<{ granted: number; remaining: number }> {
  const answer = await db.first(quotaLease({ ...terms, demand, extra }));
  return answer ?? { granted: 0, remaining: 0 };
}

const quotaUsed = statement(
  'gateway.quota_used',
  columnsOf('gateway_quota', 'used'),
  (p: { clientId: string; day: string }) => sql`
    select used from gateway_quota where application_id = ${p.clientId} and day = ${p.day}::date`,
);
export async function readQuotaUsed(db: Reader, clientId: string, day: string): Promise<number> {
  const row = await db.first(quotaUsed({ clientId, day }));
  return row?.used ?? 0;
}

const deleteQuotaBefore = statement(
  'gateway.delete_old_quota',
  (p: { before: string }) => sql`delete from gateway_quota where day < ${p.before}::date`,
);
export const deleteOldQuota = (tx: Tx, before: string): Promise<number> =>
  tx.change(deleteQuotaBefore({ before }));

const deletePathsBefore = statement(
  'gateway.delete_old_paths',
  (p: { before: Date }) => sql`delete from gateway_paths where hour < ${p.before}`,
);
/** Paths may contain personal data, and no report needs more than a day of them. */
export const deleteOldPaths = (tx: Tx, before: Date): Promise<number> =>
  tx.change(deletePathsBefore({ before }));

/** Charts look back a week. */
const minutesKeptMonths = 1;
/** Figures are kept longer than the log. */
const hoursKeptLonger = 12;

const ensureMonths = statement(
  'gateway.keep_months',
  (p: { table: string; months: number }) => sql`select ensure_month_partitions(${p.table}, 2, ${p.months})`,
);
export async function keepMonths(database: Database, logMonths: number): Promise<void> {
  const reader = database.reader(systemIdentity);
  const kept: [table: string, months: number][] = [
    ['gateway_log', logMonths],
    ['gateway_minutes', minutesKeptMonths],
    ['gateway_hours', logMonths + hoursKeptLonger],
  ];
  for (const [table, months] of kept) await reader.run(ensureMonths({ table, months }));
}

const log = columnsOf('gateway_log', 'id method path status latency_ms client_ip created_at');
export type LogRow = RowOf<typeof log>;

const logBefore = statement(
  'gateway.list_log',
  log,
  (p: { at: string | null; id: number | null; limit: number }) => sql`
    select id, method, path, status, latency_ms, client_ip, created_at from gateway_log
    where ${p.at}::timestamptz is null or (created_at, id) < (${p.at}, ${p.id}::bigint)
    order by created_at desc, id desc limit ${p.limit}`,
  { plan: 'each call' },
);
export const listLog = (db: Reader, page: PageRequest): Promise<FoundPage<LogRow>> =>
  findPage(db, page, ({ limit, before }) =>
    logBefore({ at: before?.at ?? null, id: before?.id ?? null, limit: limit + 1 }),
  );

const upstreamName = statement(
  'gateway.service_name',
  columnsOf('gateway_services', 'name'),
  (p: { id: string }) => sql`select name from gateway_services where id = ${p.id}`,
);
export const findUpstreamName = (db: Reader, id: string): Promise<{ name: string } | undefined> =>
  db.first(upstreamName({ id }));
