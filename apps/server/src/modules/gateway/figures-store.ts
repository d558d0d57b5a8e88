import type { Reader } from '../../kernel/db/database.ts';
import { raw, type Statement } from '../../kernel/db/query.ts';
import { type Figures, latencyEnds } from './figures.ts';
import type { LogEntry } from './log-queue.ts';

const classes = [
  ...latencyEnds.map((end, at) => ({
    column: `ms_${end}`,
    holds: at === 0 ? `latency_ms <= ${end}` : `latency_ms > ${latencyEnds[at - 1]} and latency_ms <= ${end}`,
  })),
  { column: 'ms_more', holds: `latency_ms > ${latencyEnds.at(-1)}` },
];
const counts = ['requests', 'rate_limited', 'latency_ms', ...classes.map(({ column }) => column)];

/** In the order of the key: writers that meet in the same rows wait for one another, and never in a circle. */
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

/** One vote for each call: of two paths that meet in a slot the stronger stays, weaker by the other's votes. */
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

const insertTraffic = `with
  calls as (select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[],
    $7::uuid[], $8::text[]) as call (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)),
  minutes as (${upsertFigures('gateway_minutes', 'minute', ['service_id'])}),
  hours as (${upsertFigures('gateway_hours', 'hour', ['service_id', 'application_id'])}),
  paths as (${upsertPaths})
  insert into gateway_log (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)
  select * from calls`;

/** One statement for the whole batch and for what it adds up to: the log and its figures are written both or neither. */
export function insertLog(db: Reader, entries: readonly LogEntry[]): Promise<unknown> {
  return db.run(
    raw(
      insertTraffic,
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

const sums = `coalesce(sum(requests), 0) as requests, coalesce(sum(rate_limited), 0) as rate_limited,
  coalesce(sum(latency_ms), 0)::bigint as latency_ms, coalesce(max(slowest_ms), 0) as slowest_ms,
  array[${classes.map(({ column }) => `coalesce(sum(${column}), 0)`).join(', ')}]::float8[] as took`;
const columns = ['class', 'slowest_ms', ...counts].join(', ');

export interface ClassRow extends Figures {
  /** The first digit of the status. */
  class: number;
}

/** Whole hours where they lie within the time, minutes for the hour that it begins in. */
export const classFigures = (since: Date, wholeHour: Date): Statement<ClassRow> =>
  raw<ClassRow>(
    `select class, ${sums} from (
       select ${columns} from gateway_hours where start >= $2
       union all select ${columns} from gateway_minutes where start >= $1 and start < $2) as kept
     group by class order by class`,
    [since, wholeHour],
    'gateway.class_figures',
  );

export interface TotalsRow {
  services: number;
  consumers: number;
  active_keys: number;
  top_paths: { path: string; count: number }[];
}

/** A path counts with what it may have at most: all of its slot but half of what others are known to have there. */
export const totals = (wholeHour: Date): Statement<TotalsRow> =>
  raw<TotalsRow>(
    `select
       (select count(*) from gateway_services)::integer as services,
       (select count(*) from applications)::integer as consumers,
       (select count(*) from application_services)::integer as active_keys,
       (select coalesce(jsonb_agg(jsonb_build_object('path', path, 'count', n) order by n desc, path), '[]') from (
          select path, sum((requests + votes) / 2) as n from gateway_paths where hour >= $1 and votes > 0
          group by path order by n desc, path limit 5) as paths) as top_paths`,
    [wholeHour],
    'gateway.totals',
  );

export interface TrafficRow extends Figures {
  at: string;
  errors: number;
}

/** Stretches without traffic are there too, so that a chart shows them as such. */
export const trafficFigures = (
  serviceId: string,
  range: { from: Date; to: Date; stretchSeconds: number },
): Statement<TrafficRow> =>
  raw<TrafficRow>(
    `select stretch as at, coalesce(sum(requests) filter (where class = 5), 0) as errors, ${sums}
       from generate_series($2::timestamptz, $3::timestamptz - interval '1 millisecond', make_interval(secs => $4))
         as stretch
       left join (
         select date_bin(make_interval(secs => $4), start, $2::timestamptz) as stretch, ${columns}
         from gateway_minutes where service_id = $1 and start >= $2 and start < $3) as kept using (stretch)
       group by stretch order by stretch`,
    [serviceId, range.from, range.to, range.stretchSeconds],
  );

export interface UsageRow {
  service: string;
  requests: number;
  errors: number;
  rate_limited: number;
}

export const usageFigures = (applicationId: string, since: Date): Statement<UsageRow> =>
  raw<UsageRow>(
    `select coalesce(s.name, '') as service, sum(kept.requests) as requests,
         coalesce(sum(kept.requests) filter (where kept.class = 5), 0) as errors,
         sum(kept.rate_limited) as rate_limited
       from gateway_hours kept left join gateway_services s on s.id = kept.service_id
       where kept.application_id = $1 and kept.start >= $2
       group by 1 order by 2 desc, 1 limit 200`,
    [applicationId, since],
    'gateway.usage',
  );
