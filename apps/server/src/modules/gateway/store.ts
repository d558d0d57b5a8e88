import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { raw } from '../../kernel/db/query.ts';
import type { PageRequest } from '../../kernel/http/time-cursor.ts';
import type { LogEntry } from './log-queue.ts';

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

/** One statement for the whole batch. */
export function insertLog(db: Reader, entries: readonly LogEntry[]): Promise<unknown> {
  return db.run(
    raw(
      `insert into gateway_log (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)
       select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[],
         $7::uuid[], $8::text[])`,
      [
        entries.map((entry) => entry.at),
        entries.map((entry) => entry.method),
        entries.map((entry) => entry.path),
        entries.map((entry) => entry.status),
        entries.map((entry) => entry.latencyMs),
        entries.map((entry) => entry.clientIp),
        entries.map((entry) => entry.serviceId),
        entries.map((entry) => entry.applicationId),
      ],
      'gateway.log',
    ),
  );
}

export async function keepMonths(database: Database, months: number): Promise<void> {
  await database
    .reader(systemIdentity)
    .run(raw("select ensure_month_partitions('gateway_log', 2, $1)", [months]));
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

/** Reads one more than asked for: its presence says that there is a next page. */
export const listLog = (db: Reader, { limit, before }: PageRequest): Promise<LogRow[]> =>
  db.run(
    raw<LogRow>(
      `select id, method, path, status, latency_ms, client_ip, created_at from gateway_log
       where $1::timestamptz is null or (created_at, id) < ($1, $2::bigint)
       order by created_at desc, id desc limit $3`,
      [before?.at ?? null, before?.id ?? null, limit + 1],
    ),
  );

export interface OverviewRow {
  services: number;
  consumers: number;
  active_keys: number;
  requests: number;
  errors: number;
  rate_limited: number;
  avg_latency_ms: number;
  p95_latency_ms: number;
  status_buckets: { class: string; count: number }[];
  top_paths: { path: string; count: number }[];
}

/** Everything of the day in one pass over it; the two lists read the same materialised rows. */
export async function readOverview(db: Reader, since: Date): Promise<OverviewRow> {
  const row = await db.first(
    raw<OverviewRow>(
      `with recent as materialized (select path, status, latency_ms from gateway_log where created_at >= $1)
       select
         (select count(*) from gateway_services)::integer as services,
         (select count(*) from applications)::integer as consumers,
         (select count(*) from application_services)::integer as active_keys,
         count(*)::integer as requests,
         (count(*) filter (where status >= 500))::integer as errors,
         (count(*) filter (where status = 429))::integer as rate_limited,
         coalesce(round(avg(latency_ms)), 0)::integer as avg_latency_ms,
         coalesce(round(percentile_cont(0.95) within group (order by latency_ms)), 0)::integer as p95_latency_ms,
         (select coalesce(jsonb_agg(jsonb_build_object('class', class, 'count', n) order by class), '[]') from (
            select status / 100 || 'xx' as class, count(*) as n from recent group by 1) as classes) as status_buckets,
         (select coalesce(jsonb_agg(jsonb_build_object('path', path, 'count', n) order by n desc, path), '[]') from (
            select path, count(*) as n from recent group by 1 order by n desc, path limit 5) as paths) as top_paths
       from recent`,
      [since],
      'gateway.overview',
    ),
  );
  if (row === undefined) throw new Error('an aggregate answered nothing');
  return row;
}

export const findServiceName = (db: Reader, id: string): Promise<{ name: string } | undefined> =>
  db.first(
    raw<{ name: string }>('select name from gateway_services where id = $1', [id], 'gateway.service_name'),
  );

export interface TrafficRow {
  at: string;
  requests: number;
  errors: number;
  p50_latency_ms: number;
  p95_latency_ms: number;
}

/** Stretches without traffic are there too, so that a chart shows them as such. */
export const readTraffic = (
  db: Reader,
  serviceId: string,
  range: { from: Date; to: Date; bucketSeconds: number },
): Promise<TrafficRow[]> =>
  db.run(
    raw<TrafficRow>(
      `select bucket as at, count(log.status)::integer as requests,
         (count(*) filter (where log.status >= 500))::integer as errors,
         coalesce(round(percentile_cont(0.5) within group (order by log.latency_ms)), 0)::integer as p50_latency_ms,
         coalesce(round(percentile_cont(0.95) within group (order by log.latency_ms)), 0)::integer as p95_latency_ms
       from generate_series($2::timestamptz, $3::timestamptz - interval '1 millisecond', make_interval(secs => $4))
         as bucket
       left join (
         select date_bin(make_interval(secs => $4), created_at, $2::timestamptz) as start, status, latency_ms
         from gateway_log where service_id = $1 and created_at >= $2 and created_at < $3) as log on log.start = bucket
       group by bucket order by bucket`,
      [serviceId, range.from, range.to, range.bucketSeconds],
    ),
  );

export interface UsageRow {
  service: string;
  requests: number;
  errors: number;
  rate_limited: number;
}

export const readUsage = (db: Reader, applicationId: string, since: Date): Promise<UsageRow[]> =>
  db.run(
    raw<UsageRow>(
      `select coalesce(s.name, '') as service, count(*)::integer as requests,
         (count(*) filter (where l.status >= 500))::integer as errors,
         (count(*) filter (where l.status = 429))::integer as rate_limited
       from gateway_log l left join gateway_services s on s.id = l.service_id
       where l.application_id = $1 and l.created_at >= $2
       group by 1 order by 2 desc, 1 limit 200`,
      [applicationId, since],
      'gateway.usage',
    ),
  );
