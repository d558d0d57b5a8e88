import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import type { ClientCaller } from './admission.ts';
import { dayOf, nextDay, type QuotaLeases } from './allowance.ts';
import { averageOf, percentileOf, sumFigures } from './figures.ts';
import { classFigures, totals, trafficFigures, usageFigures } from './figures-store.ts';
import type { LogPage, LogQuery, OverviewView, TrafficView, UsageView } from './schemas.ts';
import { findUpstreamName, listLog, readQuotaUsed } from './store.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const defaultPageSize = 100;
const maxPageSize = 200;
/** The most points a chart can show. */
const maxPoints = 96;

export async function overview(db: Reader, now: Date): Promise<OverviewView> {
  const sinceMs = now.getTime() - 24 * hourMs;
  const wholeHour = new Date(Math.ceil(sinceMs / hourMs) * hourMs);
  const since = new Date(Math.floor(sinceMs / minuteMs) * minuteMs);
  const [classes, counted] = await Promise.all([
    db.run(classFigures(since, wholeHour)),
    db.first(totals(wholeHour)),
  ]);
  if (counted === undefined) throw new Error('counting answered nothing');
  const all = sumFigures(classes);
  const errors = classes.find((row) => row.class === 5)?.requests ?? 0;
  return {
    ...counted,
    requests_24h: all.requests,
    errors_24h: errors,
    rate_limited_24h: all.rate_limited,
    error_rate: all.requests === 0 ? 0 : errors / all.requests,
    avg_latency_ms: averageOf(all),
    p95_latency_ms: percentileOf(all, 0.95),
    status_buckets: classes.map((row) => ({ class: `${row.class}xx`, count: row.requests })),
  };
}

export async function logs(db: Reader, query: LogQuery): Promise<LogPage> {
  const asked = query.limit ?? defaultPageSize;
  const limit = asked >= 1 && asked <= maxPageSize ? asked : defaultPageSize;
  const page = readPageQuery({ limit, cursor: query.cursor });
  const { items, ...rest } = cutPage(await listLog(db, page), limit, (row) =>
    writePlace(row.created_at, row.id),
  );
  return { items: [...items], ...rest };
}

export async function traffic(db: Reader, id: string, hours: number, now: Date): Promise<TrafficView> {
  const { name } = (await findUpstreamName(db, id)) ?? fail(kernelErrors.not_found);
  const bucketMs = Math.ceil((hours * hourMs) / maxPoints / minuteMs) * minuteMs;
  // Aligned buckets, ending with the current one, so that two requests in the same hour show the same
  // buckets.
  const to = new Date((Math.floor(now.getTime() / bucketMs) + 1) * bucketMs);
  const from = new Date(to.getTime() - Math.ceil((hours * hourMs) / bucketMs) * bucketMs);
  const bucketSeconds = bucketMs / 1000;
  const rows = await db.run(trafficFigures(id, { from, to, bucketSeconds }));
  const items = rows.map((row) => ({
    at: row.at,
    requests: row.requests,
    errors: row.errors,
    p50_latency_ms: percentileOf(row, 0.5),
    p95_latency_ms: percentileOf(row, 0.95),
  }));
  return { service_id: id, name, hours, bucket_seconds: bucketSeconds, items, total: items.length };
}

export async function usage(
  db: Reader,
  { client }: Pick<ClientCaller, 'client'>,
  quota: QuotaLeases,
  now: Date,
): Promise<UsageView> {
  const { perMinute, burst, dailyQuota } = client.limits;
  const day = dayOf(now);
  const midnight = new Date(`${day}T00:00:00.000Z`);
  const services = await db.run(usageFigures(client.id, midnight));
  // Calls leased to this instance and not yet made are not used.
  const used =
    dailyQuota === null
      ? services.reduce((sum, { requests }) => sum + requests, 0)
      : (await readQuotaUsed(db, client.id, day)) - quota.held(`${client.id}|${day}`);
  return {
    client_id: client.id,
    rate: { per_minute: perMinute, burst },
    quota: {
      limit: dailyQuota,
      used,
      left: dailyQuota === null ? null : Math.max(0, dailyQuota - used),
      resets_at: nextDay(now).toISOString(),
    },
    services,
  };
}
