import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

/** The scope of a figure that belongs to no authority, and the sum over all authorities. */
export const everywhere = '*';

/** Rows after one place of a source up to another, by id or by time. */
export interface Span {
  afterId: number;
  uptoId: number;
  from: Date;
  before: Date;
  zone: string;
}

const dayOf = (time: RawBuilder<unknown>, p: Span) => sql`(${time} at time zone ${p.zone})::date`;
const betweenIds = (id: RawBuilder<unknown>, p: Span) => sql`${id} > ${p.afterId} and ${id} <= ${p.uptoId}`;
const betweenTimes = (time: RawBuilder<unknown>, p: Span) =>
  sql`${time} >= ${p.from}::timestamptz and ${time} < ${p.before}::timestamptz`;

const created = sql`created_at`;
const deleted = sql`deleted_at`;

/** Counted by a job and, for the newest rows, at the moment of the question: by the same text, so both agree. */
const countedFrom = {
  sign_ins: (p: Span) => sql`
    select ${dayOf(created, p)} as day, case outcome when 'success' then 'sign_ins.succeeded' else 'sign_ins.failed' end
      as figure, ${everywhere} as scope, count(*) as count
    from login_events where ${betweenIds(sql`id`, p)} group by 1, 2`,
  // Grouped before it is spread over figures and scopes, which costs a row five times as much.
  applications: (p: Span) => sql`
    select day, f.figure, s.scope, sum(steps)::bigint as count
    from (
      select ${dayOf(sql`e.created_at`, p)} as day, e.from_status, e.to_status, e.type, a.fulfilment, coalesce(a.authority_id::text, '') as authority,
        count(*) as steps
      from gov_application_events e join gov_applications a on a.id = e.application_id
      where ${betweenIds(sql`e.seq`, p)} group by 1, 2, 3, 4, 5, 6) as e
    cross join lateral (values
      (from_status = '', 'applications.submitted'),
      (type = 'sla_breached', 'deadlines.missed'),
      (fulfilment = 'manual' and from_status <> to_status, 'applications.entered.' || to_status),
      (fulfilment = 'manual' and from_status not in ('', to_status), 'applications.left.' || from_status)
    ) as f (applies, figure)
    cross join lateral (values (${everywhere}), (authority)) as s (scope)
    where f.applies group by 1, 2, 3`,
  // A person who came and went within one span is in neither count.
  people: (p: Span) => sql`
    select ${dayOf(created, p)} as day, 'people.joined' as figure, ${everywhere} as scope, count(*) as count
    from (
      select created_at from users where deleted_at is null and ${betweenTimes(created, p)}
      union all
      select created_at from users where deleted_at >= ${p.before} and ${betweenTimes(created, p)}) as joined
    group by 1
    union all
    select ${dayOf(deleted, p)}, 'people.left', ${everywhere}, count(*)
    from users where ${betweenTimes(deleted, p)} and created_at < ${p.from} group by 1`,
  gateway: (p: Span) => sql`
    select ${dayOf(sql`start`, p)} as day, f.figure, ${everywhere} as scope, sum(f.count)::bigint as count
    from gateway_hours cross join lateral (values
      ('gateway.calls', requests),
      ('gateway.errors', case class when 5 then requests else 0 end)
    ) as f (figure, count)
    where ${betweenTimes(sql`start`, p)} group by 1, 2`,
  relay: (p: Span) => sql`
    select ${dayOf(sql`received_at`, p)} as day, 'relay.received' as figure, ${everywhere} as scope, count(*) as count
    from relay_requests where ${betweenTimes(sql`received_at`, p)} group by 1`,
} as const;
export type Source = keyof typeof countedFrom;
export const sources = Object.keys(countedFrom) as Source[];

const counted = {
  day: computed('date'),
  figure: computed('text'),
  scope: computed('text'),
  count: computed('int8'),
};
export type Counted = RowOf<typeof counted>;

/** Planned for the actual places: with unknown ones PostgreSQL expects a third of the table and reads all of it. */
const each = { plan: 'each call' } as const;

const newest = Object.fromEntries(
  sources.map((source) => [
    source,
    statement(`dashboard.newest.${source}`, counted, (p: Span) => countedFrom[source](p), each),
  ]),
) as Record<Source, (p: Span) => ReturnType<ReturnType<typeof statement<Span, typeof counted>>>>;
export const countSpan = (db: Reader, source: Source, span: Span): Promise<Counted[]> =>
  db.run(newest[source](span));

const moved = {
  sign_ins: (p: Span) => sql`id = ${p.uptoId} where source = 'sign_ins' and id = ${p.afterId}`,
  applications: (p: Span) => sql`id = ${p.uptoId} where source = 'applications' and id = ${p.afterId}`,
  people: (p: Span) => sql`at = ${p.before} where source = 'people' and at = ${p.from}`,
  gateway: (p: Span) => sql`at = ${p.before} where source = 'gateway' and at = ${p.from}`,
  relay: (p: Span) => sql`at = ${p.before} where source = 'relay' and at = ${p.from}`,
} satisfies Record<Source, (p: Span) => RawBuilder<unknown>>;

/** Of two workers with the same span the second changes no cursor, and so adds nothing. */
const folds = Object.fromEntries(
  sources.map((source) => [
    source,
    statement(
      `dashboard.fold.${source}`,
      (p: Span) => sql`
        with moved as (update figure_cursors set ${moved[source](p)} returning source)
        insert into daily_figures as kept (figure, scope, day, count)
        select figure, scope, day, sum(count)::bigint from (${countedFrom[source](p)}) as counted, moved
        group by figure, scope, day order by figure, scope, day
        on conflict (figure, scope, day) do update set count = kept.count + excluded.count`,
      each,
    ),
  ]),
) as Record<Source, (p: Span) => ReturnType<ReturnType<typeof statement<Span>>>>;
export const foldSpan = (tx: Tx, source: Source, span: Span): Promise<number> =>
  tx.change(folds[source](span));

const cursors = statement(
  'dashboard.cursors',
  columnsOf('figure_cursors', 'source id at'),
  () => sql`select source, id, at from figure_cursors order by source`,
);
export const readCursors = (db: Reader) => db.run(cursors());

interface Batch {
  afterId: number;
  uptoId: number;
  settled: Date;
}
const someId = { id: nullable(computed('int8')) };
const lastOf = {
  sign_ins: statement(
    'dashboard.last_sign_in',
    someId,
    (p: Batch) => sql`
      select max(id) as id from login_events
      where id > ${p.afterId} and id <= ${p.uptoId} and created_at < ${p.settled}`,
    each,
  ),
  applications: statement(
    'dashboard.last_application',
    someId,
    (p: Batch) => sql`
      select max(seq) as id from gov_application_events
      where seq > ${p.afterId} and seq <= ${p.uptoId} and created_at < ${p.settled}`,
    each,
  ),
};
const nextOf = {
  sign_ins: statement(
    'dashboard.next_sign_in',
    someId,
    (p: { afterId: number }) => sql`select min(id) as id from login_events where id > ${p.afterId}`,
    each,
  ),
  applications: statement(
    'dashboard.next_application',
    someId,
    (p: { afterId: number }) =>
      sql`select min(seq) as id from gov_application_events where seq > ${p.afterId}`,
    each,
  ),
};

/** The last id of the next batch whose transactions are surely over; undefined without one. */
export async function findLastId(
  db: Reader,
  source: 'sign_ins' | 'applications',
  { afterId, batch, settled }: { afterId: number; batch: number; settled: Date },
): Promise<number | undefined> {
  const last = async (from: number) =>
    (await db.first(lastOf[source]({ afterId: from, uptoId: from + batch, settled })))?.id;
  const found = await last(afterId);
  if (found) return found;
  // Rolled back transactions leave gaps, which may be longer than a batch.
  const next = (await db.first(nextOf[source]({ afterId })))?.id;
  return next ? ((await last(next - 1)) ?? undefined) : undefined;
}
