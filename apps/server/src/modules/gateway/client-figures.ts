import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { computed } from '../../kernel/db/row-shape.ts';
import { type UsageRange, usageRange } from '../developers/index.ts';
import type { Client } from '../oauth-clients/index.ts';
import type { QuotaLeases } from './allowance.ts';
import { averageOf, percentileOf } from './figures.ts';
import { figures, sums } from './figures-store.ts';
import { usage } from './reports.ts';
import type { ClientCallsView } from './schemas.ts';

const errorCounts = sql`coalesce(sum(requests) filter (where class = 4), 0) as refused,
  coalesce(sum(requests) filter (where class = 5), 0) as errors`;
const countColumns = { refused: computed('int8'), errors: computed('int8') };

const points = statement(
  'gateway.client_points',
  { ...figures, ...countColumns, at: computed('timestamptz') },
  (p: { clientId: string } & UsageRange) => sql`
    select stretch as at, ${errorCounts}, ${sums}
    from generate_series(${p.from}::timestamptz, ${p.to}::timestamptz - interval '1 millisecond',
        make_interval(secs => ${p.bucketSeconds})) as stretch
      left join (
        select date_bin(make_interval(secs => ${p.bucketSeconds}), start, ${p.from}::timestamptz) as stretch, hours.*
        from gateway_hours hours
        where application_id = ${p.clientId} and start >= ${p.from} and start < ${p.to}) as kept using (stretch)
    group by stretch order by stretch`,
  { plan: 'each call' },
);

const byService = statement(
  'gateway.client_services',
  { ...figures, ...countColumns, service: computed('text') },
  (p: { clientId: string; from: Date; to: Date }) => sql`
    select coalesce(s.name, '') as service, ${errorCounts}, ${sums}
    from gateway_hours kept left join gateway_services s on s.id = kept.service_id
    where kept.application_id = ${p.clientId} and kept.start >= ${p.from} and kept.start < ${p.to}
    group by 1 order by sum(requests) desc, 1 limit 200`,
);

/** The gateway calls of one client by time and by service, and its quota of today. */
export async function readClientCalls(
  db: Reader,
  client: Client,
  deps: { quota: QuotaLeases; now: Date; days: number },
): Promise<ClientCallsView> {
  const range = usageRange(deps.days, deps.now);
  const [stretches, services, { rate, quota }] = await Promise.all([
    db.run(points({ clientId: client.id, ...range })),
    db.run(byService({ clientId: client.id, from: range.from, to: range.to })),
    usage(db, { client }, deps.quota, deps.now),
  ]);
  return {
    bucket_seconds: range.bucketSeconds,
    rate,
    quota,
    items: stretches.map((row) => ({
      at: row.at,
      requests: row.requests,
      errors: row.errors,
      p50_latency_ms: percentileOf(row, 0.5),
      p95_latency_ms: percentileOf(row, 0.95),
    })),
    total: stretches.length,
    services: services.map((row) => ({
      service: row.service,
      requests: row.requests,
      refused: row.refused,
      errors: row.errors,
      rate_limited: row.rate_limited,
      avg_latency_ms: averageOf(row),
      p95_latency_ms: percentileOf(row, 0.95),
    })),
  };
}
