import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { cutPage, readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { ApplicationCaller } from './admission.ts';
import { dayOf, nextDay, type QuotaLeases } from './allowance.ts';
import type { LogPage, LogQuery, OverviewView, TrafficView, UsageView } from './schemas.ts';
import { findServiceName, listLog, readOverview, readQuotaUsed, readTraffic, readUsage } from './store.ts';

const hourMs = 3_600_000;
const usualPage = 100;
const largestPage = 200;
/** As many points as a chart can show. */
const points = 96;

export async function overview(db: Reader, now: Date): Promise<OverviewView> {
  const { requests, errors, rate_limited, ...rest } = await readOverview(
    db,
    new Date(now.getTime() - 24 * hourMs),
  );
  return {
    ...rest,
    requests_24h: requests,
    errors_24h: errors,
    rate_limited_24h: rate_limited,
    error_rate: requests === 0 ? 0 : errors / requests,
  };
}

export async function logs(db: Reader, query: LogQuery): Promise<LogPage> {
  const asked = query.limit ?? usualPage;
  const limit = asked >= 1 && asked <= largestPage ? asked : usualPage;
  const page = readPageQuery({ limit, cursor: query.cursor });
  const { items, ...rest } = cutPage(await listLog(db, page), limit, (row) => row.created_at);
  return { items: [...items], ...rest };
}

export async function traffic(db: Reader, id: string, hours: number, now: Date): Promise<TrafficView> {
  const { name } = (await findServiceName(db, id)) ?? fail(kernelErrors.not_found);
  const bucketSeconds = Math.max(60, (hours * 3600) / points);
  // Ends with the stretch that is under way, so that two looks at the same hour show the same stretches.
  const stepMs = bucketSeconds * 1000;
  const to = new Date((Math.floor(now.getTime() / stepMs) + 1) * stepMs);
  const from = new Date(to.getTime() - hours * hourMs);
  const items = await readTraffic(db, id, { from, to, bucketSeconds });
  return { service_id: id, name, hours, bucket_seconds: bucketSeconds, items, total: items.length };
}

export async function usage(
  db: Reader,
  { application }: ApplicationCaller,
  quota: QuotaLeases,
  now: Date,
): Promise<UsageView> {
  const { perMinute, burst, dailyQuota } = application.limits;
  const day = dayOf(now);
  const midnight = new Date(`${day}T00:00:00.000Z`);
  const services = await readUsage(db, application.id, midnight);
  // What this instance took ahead and did not use is not used yet.
  const used =
    dailyQuota === null
      ? services.reduce((sum, { requests }) => sum + requests, 0)
      : (await readQuotaUsed(db, application.id, day)) - quota.held(`${application.id}|${day}`);
  return {
    client_id: application.id,
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
