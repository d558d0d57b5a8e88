import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { computed, type RowOf } from '../../kernel/db/row-shape.ts';
import { openCondition, openStatuses } from '../gov/index.ts';
import { everywhere } from './fold-store.ts';

interface Wanted {
  figures: readonly string[];
  scopes: readonly string[];
}

const bucket = { figure: computed('text'), start: computed('date'), count: computed('int8') };
const buckets = statement(
  'dashboard.buckets',
  bucket,
  (p: Wanted & { since: string; step: 'day' | 'month' }) => sql`
    select figure, date_trunc(${p.step}, day::timestamp)::date as start, sum(count)::bigint as count
    from daily_figures
    where figure = any(${p.figures}::text[]) and scope = any(${p.scopes}::text[]) and day >= ${p.since}::date
    group by 1, 2`,
);
export const sumBuckets = (
  db: Reader,
  wanted: Wanted & { since: string; step: 'day' | 'month' },
): Promise<RowOf<typeof bucket>[]> => db.run(buckets(wanted));

const total = { figure: computed('text'), count: computed('int8') };
const totals = statement(
  'dashboard.totals',
  total,
  (p: Wanted) => sql`
    select figure, sum(count)::bigint as count from daily_figures
    where figure = any(${p.figures}::text[]) and scope = any(${p.scopes}::text[]) group by 1`,
);
/** Since the beginning. */
export const sumTotals = (db: Reader, wanted: Wanted): Promise<RowOf<typeof total>[]> =>
  db.run(totals(wanted));

const failed = statement(
  'dashboard.failed_answers',
  (p: { day: string; count: number }) => sql`
    insert into daily_figures as kept (figure, scope, day, count)
    values ('failures.server_errors', ${everywhere}, ${p.day}::date, ${p.count})
    on conflict (figure, scope, day) do update set count = kept.count + excluded.count`,
);
export const addFailures = (tx: Tx, failures: { day: string; count: number }): Promise<number> =>
  tx.change(failed(failures));

/** Lists of work are counted up to here: more is answered as "more than", without reading the rest. */
export const mostCounted = 10_000;
const upTo = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (${rows} limit ${mostCounted + 1}) as counted)`;

interface Desk {
  officerId: string;
  now: Date;
  soon: Date;
}
const due = { late: computed('int8'), due_soon: computed('int8') };
const running = (p: Desk) =>
  sql`fulfilment = 'manual' and suspended_at is null and user_id <> ${p.officerId}`;
const isLate = (p: Desk) => sql`due_order < ${p.now}::timestamptz`;
const isSoon = (p: Desk) => sql`due_order >= ${p.now}::timestamptz and due_order < ${p.soon}::timestamptz`;

const dueAnywhere = statement('dashboard.due', due, (p: Desk) => {
  const rows = (when: RawBuilder<unknown>) =>
    upTo(sql`select from gov_applications where ${openCondition} and ${running(p)} and ${when}`);
  return sql`select ${rows(isLate(p))} as late, ${rows(isSoon(p))} as due_soon`;
});
/** Each authority and state has its part of the index of the desk. */
const dueWithin = statement(
  'dashboard.due_within',
  due,
  (p: Desk & { authorities: readonly string[]; states: readonly string[] }) => {
    const rows = (when: RawBuilder<unknown>) =>
      upTo(sql`select from unnest(${p.authorities}::uuid[]) as mine (authority)
        cross join unnest(${p.states}::text[]) as wanted (state)
        cross join lateral (select from gov_applications where authority_id = mine.authority and status = wanted.state
          and ${running(p)} and ${when} limit ${mostCounted + 1}) as each_part`);
    return sql`select ${rows(isLate(p))} as late, ${rows(isSoon(p))} as due_soon`;
  },
);
/** Of the same cases as the desk lists; without authorities, of all. */
export const countDue = async (
  db: Reader,
  { authorities, ...desk }: Desk & { authorities: readonly string[] | undefined },
): Promise<RowOf<typeof due>> =>
  (await db.first(
    authorities === undefined ? dueAnywhere(desk) : dueWithin({ ...desk, authorities, states: openStatuses }),
  )) ?? { late: 0, due_soon: 0 };

const relayNow = { overdue: computed('int8'), undelivered: computed('int8') };
const relayWork = statement(
  'dashboard.relay',
  relayNow,
  () => sql`
    select ${upTo(sql`select from relay_requests where status = 'overdue'`)} as overdue,
      ${upTo(sql`select from relay_deliveries where state = 'dead'`)} as undelivered`,
);
export const countRelayWork = async (db: Reader): Promise<RowOf<typeof relayNow>> =>
  (await db.first(relayWork())) ?? { overdue: 0, undelivered: 0 };

const deadJobs = statement(
  'dashboard.dead_jobs',
  { dead: computed('int8') },
  (p: { queue: string }) => sql`
    select ${upTo(sql`select from pgboss.job where name = ${p.queue} and state < 'active'`)} as dead`,
);
export const countDeadJobs = async (db: Reader, queue: string): Promise<number> =>
  (await db.first(deadJobs({ queue })))?.dead ?? 0;
