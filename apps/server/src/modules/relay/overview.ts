import type { Static } from 'typebox';
import type { Reader } from '../../kernel/db/database.ts';
import { localDay, platformZone } from '../../kernel/local-day.ts';
import { countPlatforms } from './demo-store.ts';
import { countByPlatform, countOverTime, countRequests } from './overview-store.ts';
import { listNewestEvents } from './request-store.ts';
import { type OverviewView, requestStatuses } from './schemas.ts';
import { viewEvent } from './views.ts';

/** `…_pct` are fractions of 1 despite their names, as the contract says; nothing due yet counts as kept. */
export async function overview(
  db: Reader,
  { now, days, demoMode }: { now: Date; days: number | undefined; demoMode: boolean },
): Promise<Static<typeof OverviewView>> {
  const [counts, platforms, newest, registered] = await Promise.all([
    countRequests(db, { day: localDay(now), zone: platformZone() }),
    countByPlatform(db, now),
    listNewestEvents(db),
    demoMode ? countPlatforms(db) : undefined,
  ]);
  const countOf = (...statuses: readonly string[]) =>
    sum(
      counts.filter(({ status }) => statuses.includes(status)),
      'count',
    );
  const fulfilled = countOf('fulfilled');
  return {
    received_today: sum(counts, 'today'),
    in_progress: countOf('received', 'dispatched', 'in_progress'),
    overdue: countOf('overdue'),
    fulfilled,
    total: sum(counts, 'count'),
    sla_compliance_pct: share(sum(platforms, 'on_time'), sum(platforms, 'settled')),
    avg_fulfill_mins: fulfilled === 0 ? 0 : Math.round(sum(counts, 'minutes') / fulfilled),
    status_buckets: requestStatuses.map((status) => ({ status, count: countOf(status) })),
    platforms: platforms.map(viewFigures),
    recent_events: newest.map(viewEvent),
    may_seed: registered === 0,
    ...(days === undefined ? {} : { period: await readPeriod(db, now, days) }),
  };
}

async function readPeriod(db: Reader, now: Date, days: number) {
  const step = days === 1 ? 'hour' : 'day';
  const count = days === 1 ? 24 : days;
  const points = await countOverTime(db, { now, zone: platformZone(), step, count });
  const platforms = await countByPlatform(db, now, points[0]?.at ?? null);
  return { days, step, points, platforms: platforms.map(viewFigures) } as const;
}

const viewFigures = ({
  on_time,
  settled,
  ...figures
}: Awaited<ReturnType<typeof countByPlatform>>[number]) => ({
  ...figures,
  compliance_pct: share(on_time, settled),
});

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0);
