import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { raw } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

export type QuotaReader = Pick<Reader, 'first'>;

export async function leaseQuota(
  db: QuotaReader,
  terms: { applicationId: string; day: string; limit: number },
  demand: number,
  extra: number,
): Promise<{ granted: number; remaining: number }> {
  const answer = await db.first(
    raw<{ granted: number; remaining: number }>(
      'select granted, remaining from lease_quota($1, $2::date, $3, $4, $5)',
      [terms.applicationId, terms.day, terms.limit, demand, extra],
      'gateway.lease_quota',
    ),
  );
  return answer ?? { granted: 0, remaining: 0 };
}

export async function readQuotaUsed(db: Reader, applicationId: string, day: string): Promise<number> {
  const row = await db.first(
    raw<{ used: number }>(
      'select used from gateway_quota where application_id = $1 and day = $2::date',
      [applicationId, day],
      'gateway.quota_used',
    ),
  );
  return row?.used ?? 0;
}

export const deleteOldQuota = (tx: Tx, before: string): Promise<number> =>
  tx.change(raw('delete from gateway_quota where day < $1::date', [before]));

/** They may name people, and no view asks for more than a day of them. */
export const deleteOldPaths = (tx: Tx, before: Date): Promise<number> =>
  tx.change(raw('delete from gateway_paths where hour < $1', [before]));

/** Charts look back a week. */
const minutesKeptMonths = 1;
/** Of what happened longer ago than the log reaches, the figures still tell. */
const hoursKeptLonger = 12;

export async function keepMonths(database: Database, logMonths: number): Promise<void> {
  const reader = database.reader(systemIdentity);
  const kept: [table: string, months: number][] = [
    ['gateway_log', logMonths],
    ['gateway_minutes', minutesKeptMonths],
    ['gateway_hours', logMonths + hoursKeptLonger],
  ];
  for (const [table, months] of kept)
    await reader.run(raw('select ensure_month_partitions($1, 2, $2)', [table, months]));
}

export interface LogRow {
  id: number;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  client_ip: string;
  created_at: string;
}

export const listLog = (db: Reader, page: PageRequest): Promise<FoundPage<LogRow>> =>
  findPage(db, page, ({ limit, before }) =>
    raw<LogRow>(
      `select id, method, path, status, latency_ms, client_ip, created_at from gateway_log
       where $1::timestamptz is null or (created_at, id) < ($1, $2::bigint)
       order by created_at desc, id desc limit $3`,
      [before?.at ?? null, before?.id ?? null, limit + 1],
    ),
  );

export const findServiceName = (db: Reader, id: string): Promise<{ name: string } | undefined> =>
  db.first(
    raw<{ name: string }>('select name from gateway_services where id = $1', [id], 'gateway.service_name'),
  );
