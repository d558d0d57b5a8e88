import type { Reader } from '../../kernel/db/database.ts';
import { deadLetterQueue } from '../../kernel/jobs/jobs.ts';
import { platformZone } from '../../kernel/local-day.ts';
import { listUnattendedCases } from '../authorities/index.ts';
import { statuses } from '../gov/index.ts';
import { type Counted, countSpan, everywhere, readCursors, type Source } from './fold-store.ts';
import { type Period, type PeriodName, periodOf } from './periods.ts';
import type { FiguresView, Series } from './schemas.ts';
import { countDeadJobs, countDue, countRelayWork, mostCounted, sumBuckets, sumTotals } from './store.ts';

export interface Viewer {
  officerId: string;
  isAdministrator: boolean;
  /** Parts whose list the caller may open. */
  mayOpen: (part: 'users' | 'cases' | 'gateway' | 'relay') => boolean;
  /** Authorities whose cases the caller decides; undefined: all. */
  authorities: readonly string[] | undefined;
}

const soonMs = 24 * 3_600_000;

/** The figures of a period, each part only for a caller who may open the list behind it. */
export async function readFigures(
  db: Reader,
  viewer: Viewer,
  { name, now }: { name: PeriodName; now: Date },
): Promise<FiguresView> {
  const period = periodOf(name, now);
  const { isAdministrator, mayOpen, authorities } = viewer;
  const isShown = {
    people: mayOpen('users'),
    sign_ins: isAdministrator,
    applications: mayOpen('cases'),
    gateway: mayOpen('gateway'),
    relay: mayOpen('relay'),
  };
  const wanted = (Object.keys(isShown) as Source[]).filter((source) => isShown[source]);
  const scopes = authorities ?? [everywhere];
  const counts = await readCounts(db, wanted, { period, scopes });
  const series = (figure: string): Series => counts.series(figure);
  const relay = isShown.relay || isAdministrator ? await countRelayWork(db) : undefined;
  return {
    period: name,
    step: period.step,
    points: period.points,
    counted_to: mostCounted,
    ...(isShown.people
      ? {
          people: {
            total: counts.total('people.joined') - counts.total('people.left'),
            joined: series('people.joined'),
          },
        }
      : {}),
    ...(isShown.sign_ins
      ? { sign_ins: { succeeded: series('sign_ins.succeeded'), failed: series('sign_ins.failed') } }
      : {}),
    ...(isShown.applications
      ? {
          applications: {
            submitted: series('applications.submitted'),
            approved: series('applications.entered.approved'),
            rejected: series('applications.entered.rejected'),
            states: statuses.map((state) => ({
              state,
              count:
                counts.total(`applications.entered.${state}`) - counts.total(`applications.left.${state}`),
            })),
          },
          deadlines: {
            ...(await countDue(db, { ...viewer, now, soon: new Date(now.getTime() + soonMs) })),
            missed: series('deadlines.missed'),
          },
        }
      : {}),
    ...(isAdministrator && mayOpen('cases') ? { unattended: await readUnattended(db) } : {}),
    ...(isAdministrator
      ? {
          failures: {
            server_errors: series('failures.server_errors'),
            dead_jobs: await countDeadJobs(db, deadLetterQueue),
            undelivered: relay?.undelivered ?? 0,
          },
        }
      : {}),
    ...(isShown.gateway
      ? { gateway: { calls: series('gateway.calls'), errors: series('gateway.errors') } }
      : {}),
    ...(isShown.relay && relay !== undefined
      ? { relay: { received: series('relay.received'), ...relay } }
      : {}),
  };
}

async function readUnattended(db: Reader): Promise<NonNullable<FiguresView['unattended']>> {
  const authorities = await listUnattendedCases(db);
  return { cases: authorities.reduce((sum, { cases }) => sum + cases, 0), authorities };
}

/** Failed answers have no source to fold; administrators see them beside sign-ins. */
const figuresOf: Record<Source, readonly string[]> = {
  people: ['people.joined', 'people.left'],
  sign_ins: ['sign_ins.succeeded', 'sign_ins.failed', 'failures.server_errors'],
  applications: [
    'applications.submitted',
    'deadlines.missed',
    ...statuses.flatMap((state) => [`applications.entered.${state}`, `applications.left.${state}`]),
  ],
  gateway: ['gateway.calls', 'gateway.errors'],
  relay: ['relay.received'],
};
/** Whose sum since the beginning is a number of now. */
const isStock = (figure: string) => /^people\.|^applications\.(entered|left)\./.test(figure);

interface Counts {
  series(figure: string): Series;
  total(figure: string): number;
}

const mostTries = 5;

/** What the job folded, and the newest rows after it; once more if the job moved a cursor in between. */
async function readCounts(
  db: Reader,
  wanted: readonly Source[],
  call: { period: Period; scopes: readonly string[] },
): Promise<Counts> {
  for (let tries = 1; ; tries += 1) {
    const cursors = await readCursors(db);
    const counts = await readOnce(db, wanted, { ...call, cursors });
    if (tries >= mostTries || JSON.stringify(await readCursors(db)) === JSON.stringify(cursors))
      return counts;
  }
}

async function readOnce(
  db: Reader,
  wanted: readonly Source[],
  {
    period,
    scopes,
    cursors,
  }: { period: Period; scopes: readonly string[]; cursors: Awaited<ReturnType<typeof readCursors>> },
): Promise<Counts> {
  const { step, before, current, points } = period;
  const since = [...before, ...points].toSorted()[0] ?? '';
  const buckets = new Map<string, number>();
  const totals = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, count: number) =>
    map.set(key, (map.get(key) ?? 0) + count);
  for (const source of wanted) {
    const own = source === 'applications' ? scopes : [everywhere];
    const figures = figuresOf[source];
    for (const row of await sumBuckets(db, { figures, scopes: own, since, step }))
      add(buckets, keyOf(row.figure, row.start), row.count);
    const stocks = figures.filter(isStock);
    if (stocks.length > 0)
      for (const row of await sumTotals(db, { figures: stocks, scopes: own }))
        add(totals, row.figure, row.count);
    const newest = await countNewest(db, source, cursors);
    for (const row of newest.filter(({ scope }) => own.includes(scope))) {
      add(buckets, keyOf(row.figure, step === 'month' ? `${row.day.slice(0, 7)}-01` : row.day), row.count);
      add(totals, row.figure, row.count);
    }
  }
  const at = (figure: string) => (start: string) => buckets.get(keyOf(figure, start)) ?? 0;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    series: (figure) => ({
      values: points.map(at(figure)),
      total: sum(current.map(at(figure))),
      before: sum(before.map(at(figure))),
    }),
    total: (figure) => totals.get(figure) ?? 0,
  };
}

const keyOf = (figure: string, start: string) => `${figure} ${start}`;
/** After every moment that a row can have. */
const farAway = new Date('9000-01-01T00:00:00Z');

async function countNewest(
  db: Reader,
  source: Source,
  cursors: Awaited<ReturnType<typeof readCursors>>,
): Promise<Counted[]> {
  const cursor = cursors.find((each) => each.source === source);
  if (cursor === undefined) return [];
  return countSpan(db, source, {
    afterId: cursor.id,
    uptoId: Number.MAX_SAFE_INTEGER,
    from: new Date(cursor.at),
    before: farAway,
    zone: platformZone(),
  });
}
