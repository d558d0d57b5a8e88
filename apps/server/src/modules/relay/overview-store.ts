import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, computed } from '../../kernel/db/row-shape.ts';

const totals = statement(
  'relay.overview.totals',
  {
    status: column('relay_requests', 'status'),
    count: computed('int8'),
    today: computed('int8'),
    minutes: computed('float8'),
  },
  (p: { day: string; zone: string }) => sql`
    select status, count(*) as count, count(*) filter (where received_at >= ${p.day}::date::timestamp at time zone ${p.zone}) as today,
      coalesce(sum(extract(epoch from fulfilled_at - received_at)) filter (where status = 'fulfilled') / 60, 0)::float8 as minutes
    from relay_requests group by status`,
);
export const countRequests = (db: Reader, today: { day: string; zone: string }) => db.run(totals(today));

const byPlatform = statement(
  'relay.overview.platforms',
  {
    platform_id: column('relay_platforms', 'id'),
    platform_name: column('relay_platforms', 'name'),
    total: computed('int8'),
    done: computed('int8'),
    overdue: computed('int8'),
    pending: computed('int8'),
    on_time: computed('int8'),
    settled: computed('int8'),
  },
  (p: { now: Date; since: string | null }) => sql`
    select p.id as platform_id, p.name as platform_name, count(a.id) as total,
      count(a.id) filter (where a.status in ('done', 'rejected')) as done,
      count(a.id) filter (where a.status = 'overdue') as overdue,
      count(a.id) filter (where a.status in ('pending', 'acknowledged', 'in_progress')) as pending,
      count(a.id) filter (where a.responded_at <= a.due_at) as on_time,
      count(a.id) filter (where a.responded_at is not null or a.due_at < ${p.now}) as settled
    from relay_platforms p left join relay_assignments a on a.platform_id = p.id
      and (${p.since}::timestamptz is null or a.created_at >= ${p.since})
    where p.direction = 'downstream' group by p.id, p.name order by p.name, p.id limit 1000`,
  { plan: 'each call' },
);
/** Of assignments since a moment, or of all. */
export const countByPlatform = (db: Reader, now: Date, since: string | null = null) =>
  db.run(byPlatform({ now, since }));

const points = statement(
  'relay.overview.points',
  {
    at: computed('timestamptz'),
    received: computed('int8'),
    settled: computed('int8'),
    on_time: computed('int8'),
  },
  (p: { now: Date; zone: string; step: 'hour' | 'day'; count: number }) => sql`
    with stretches as (
      select local, local at time zone ${p.zone} as at
      from generate_series(
        date_trunc(${p.step}, ${p.now}::timestamptz at time zone ${p.zone}) - (${p.count}::integer - 1) * ('1 ' || ${p.step})::interval,
        date_trunc(${p.step}, ${p.now}::timestamptz at time zone ${p.zone}), ('1 ' || ${p.step})::interval) as local
    ), asked as (
      select date_trunc(${p.step}, received_at at time zone ${p.zone}) as local, count(*) as received
      from relay_requests where received_at >= (select min(at) from stretches) group by 1
    ), answered as (
      select date_trunc(${p.step}, a.created_at at time zone ${p.zone}) as local,
        count(*) filter (where a.responded_at is not null or a.due_at < ${p.now}) as settled,
        count(*) filter (where a.responded_at <= a.due_at) as on_time
      -- By platform, because assignments have an index of their platform and time.
      from relay_platforms p join relay_assignments a on a.platform_id = p.id
        and a.created_at >= (select min(at) from stretches)
      group by 1
    )
    select s.at, coalesce(received, 0) as received, coalesce(settled, 0) as settled, coalesce(on_time, 0) as on_time
    from stretches s left join asked using (local) left join answered using (local) order by s.at`,
  { plan: 'each call' },
);
/** Hours or days of the platform's calendar, those without requests included. */
export const countOverTime = (
  db: Reader,
  range: { now: Date; zone: string; step: 'hour' | 'day'; count: number },
) => db.run(points(range));
