import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { type Statement, statement } from '../../kernel/db/query.ts';
import { column, computed, computedJson, type RowOf } from '../../kernel/db/row-shape.ts';
import { latencyEnds } from './figures.ts';
import type { LogEntry } from './log-queue.ts';

const classes = [
  ...latencyEnds.map((end, at) => ({
    column: `ms_${end}`,
    holds: at === 0 ? `latency_ms <= ${end}` : `latency_ms > ${latencyEnds[at - 1]} and latency_ms <= ${end}`,
  })),
  { column: 'ms_more', holds: `latency_ms > ${latencyEnds.at(-1)}` },
];
const counts = ['requests', 'rate_limited', 'latency_ms', ...classes.map(({ column }) => column)];

/** Rows are written in key order, so that concurrent writers wait for each other and never deadlock. */
function upsertFigures(table: string, grain: 'minute' | 'hour', key: readonly string[]): string {
  const place = ['start', ...key, 'class'].join(', ');
  const group = Array.from({ length: key.length + 2 }, (_, at) => at + 1).join(', ');
  return `insert into ${table} as kept (${place}, slowest_ms, ${counts.join(', ')})
    select date_trunc('${grain}', created_at, 'UTC'), ${key.join(', ')}, status / 100, max(latency_ms), count(*),
      count(*) filter (where status = 429), sum(latency_ms),
      ${classes.map(({ holds }) => `count(*) filter (where ${holds})`).join(', ')}
    from calls group by ${group} order by ${group}
    on conflict (${place}) do update set slowest_ms = greatest(kept.slowest_ms, excluded.slowest_ms),
      ${counts.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;
}

/**
 * A majority vote per slot, one vote for each call: of two paths in one slot the more frequent stays, reduced
 * by the other's votes.
 */
const upsertPaths = `insert into gateway_paths as kept (hour, slot, path, votes, requests)
    select distinct on (hour, slot) hour, slot, path,
      greatest(0, 2 * calls - sum(calls) over shared), sum(calls) over shared
    from (select hour, get_byte(digest, 0) * 4 + get_byte(digest, 1) / 64 as slot, path, calls
      from (select date_trunc('hour', created_at, 'UTC') as hour, path, sha256(convert_to(path, 'UTF8')) as digest,
          count(*) as calls
        from calls group by 1, 2) as paths) as slots
    window shared as (partition by hour, slot) order by hour, slot, calls desc, path
    on conflict (hour, slot) do update set requests = kept.requests + excluded.requests,
      path = case when kept.votes < excluded.votes then excluded.path else kept.path end,
      votes = case when kept.path = excluded.path then kept.votes + excluded.votes
        else abs(kept.votes - excluded.votes) end`;

const insertTraffic = statement(
  'gateway.log',
  (
    p: Record<
      'ats' | 'methods' | 'paths' | 'statuses' | 'latencies' | 'ips' | 'services' | 'applications',
      unknown[]
    >,
  ) => sql`with
  calls as (select * from unnest(${p.ats}::timestamptz[], ${p.methods}::text[], ${p.paths}::text[], ${p.statuses}::integer[], ${p.latencies}::integer[], ${p.ips}::text[],
    ${p.services}::uuid[], ${p.applications}::text[]) as call (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)),
  minutes as (${sql.raw(upsertFigures('gateway_minutes', 'minute', ['service_id']))}),
  hours as (${sql.raw(upsertFigures('gateway_hours', 'hour', ['service_id', 'application_id']))}),
  paths as (${sql.raw(upsertPaths)})
  insert into gateway_log (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)
  select * from calls`,
);

/** One statement writes the log and its figures, so that both are written or neither. */
export function insertLog(db: Reader, entries: readonly LogEntry[]): Promise<unknown> {
  return db.run(
    insertTraffic({
      ats: entries.map((entry) => entry.at),
      methods: entries.map((entry) => entry.method),
      paths: entries.map((entry) => entry.path),
      statuses: entries.map((entry) => entry.status),
      latencies: entries.map((entry) => entry.latencyMs),
      ips: entries.map((entry) => entry.clientIp),
      services: entries.map((entry) => entry.upstreamId),
      applications: entries.map((entry) => entry.clientId),
    }),
  );
}

export const sums =
  sql.raw(`coalesce(sum(requests), 0) as requests, coalesce(sum(rate_limited), 0) as rate_limited,
  coalesce(sum(latency_ms), 0)::bigint as latency_ms, coalesce(max(slowest_ms), 0) as slowest_ms,
  array[${classes.map(({ column }) => `coalesce(sum(${column}), 0)`).join(', ')}]::float8[] as took`);
const columns = sql.raw(['class', 'slowest_ms', ...counts].join(', '));
export const figures = {
  requests: computed('int8'),
  rate_limited: computed('int8'),
  latency_ms: computed('int8'),
  slowest_ms: computed('int4'),
  took: computed('_float8'),
};

const classRow = {
  ...figures,
  class: column('gateway_hours', 'class'),
};
export type ClassRow = RowOf<typeof classRow>;

const byClass = statement(
  'gateway.class_figures',
  classRow,
  (p: { since: Date; wholeHour: Date }) => sql`
    select class, ${sums} from (
      select ${columns} from gateway_hours where start >= ${p.wholeHour}
      union all select ${columns} from gateway_minutes where start >= ${p.since} and start < ${p.wholeHour}) as kept
    group by class order by class`,
);
/** Reads whole hours, and minutes only for the partial hour at the start. */
export const classFigures = (since: Date, wholeHour: Date): Statement<ClassRow> =>
  byClass({ since, wholeHour });

const totalsRow = {
  services: computed('int4'),
  consumers: computed('int4'),
  active_keys: computed('int4'),
  top_paths: computedJson<{ path: string; count: number }[]>('jsonb'),
};
export type TotalsRow = RowOf<typeof totalsRow>;

const totalsSince = statement(
  'gateway.totals',
  totalsRow,
  (p: { wholeHour: Date }) => sql`
    select
    (select count(*) from gateway_services)::integer as services,
    (select count(*) from applications)::integer as consumers,
    (select count(*) from application_services)::integer as active_keys,
    (select coalesce(jsonb_agg(jsonb_build_object('path', path, 'count', n) order by n desc, path), '[]') from (
       select path, sum((requests + votes) / 2) as n from gateway_paths where hour >= ${p.wholeHour} and votes > 0
       group by path order by n desc, path limit 5) as paths) as top_paths`,
);
/**
 * A path's count is its upper bound: all calls of its slot minus half of those that other paths are known to
 * have.
 */
export const totals = (wholeHour: Date): Statement<TotalsRow> => totalsSince({ wholeHour });

const trafficRow = { ...figures, at: computed('timestamptz'), errors: computed('int8') };
export type TrafficRow = RowOf<typeof trafficRow>;

const traffic = statement(
  'gateway.traffic',
  trafficRow,
  (p: { upstreamId: string; from: Date; to: Date; bucketSeconds: number }) => sql`
    select stretch as at, coalesce(sum(requests) filter (where class = 5), 0) as errors, ${sums}
    from generate_series(${p.from}::timestamptz, ${p.to}::timestamptz - interval '1 millisecond',
        make_interval(secs => ${p.bucketSeconds})) as stretch
      left join (
        select date_bin(make_interval(secs => ${p.bucketSeconds}), start, ${p.from}::timestamptz) as stretch, ${columns}
        from gateway_minutes
        where service_id = ${p.upstreamId} and start >= ${p.from} and start < ${p.to}) as kept using (stretch)
    group by stretch order by stretch`,
  { plan: 'each call' },
);
/** Includes buckets without traffic, so that a chart shows them. */
export const trafficFigures = (
  upstreamId: string,
  range: { from: Date; to: Date; bucketSeconds: number },
): Statement<TrafficRow> => traffic({ ...range, upstreamId });

const usage = {
  service: computed('text'),
  requests: computed('int8'),
  errors: computed('int8'),
  rate_limited: computed('int8'),
};
export type UsageRow = RowOf<typeof usage>;

const usageByUpstream = statement(
  'gateway.usage',
  usage,
  (p: { clientId: string; since: Date }) => sql`
    select coalesce(s.name, '') as service, sum(kept.requests) as requests,
      coalesce(sum(kept.requests) filter (where kept.class = 5), 0) as errors,
      sum(kept.rate_limited) as rate_limited
    from gateway_hours kept left join gateway_services s on s.id = kept.service_id
    where kept.application_id = ${p.clientId} and kept.start >= ${p.since}
    group by 1 order by 2 desc, 1 limit 200`,
);
export const usageFigures = (clientId: string, since: Date): Statement<UsageRow> =>
  usageByUpstream({ clientId, since });
