import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import type { UsageRange } from './usage-range.ts';

/** Something that the provider did for a client; a refusal names its error. */
export interface ClientEvent {
  readonly clientId: string;
  readonly kind: 'sign_in' | 'token' | 'refused';
  readonly reason: string;
  readonly at: Date;
}

const add = statement(
  'developers.hours.add',
  (p: Record<'clients' | 'hours' | 'kinds' | 'reasons' | 'counts', unknown[]>) => sql`
    insert into application_hours as kept (application_id, hour, kind, reason, count)
    select event.application_id, event.hour, event.kind, event.reason, event.count
    from unnest(${p.clients}::text[], ${p.hours}::timestamptz[], ${p.kinds}::text[], ${p.reasons}::text[],
        ${p.counts}::bigint[]) as event (application_id, hour, kind, reason, count)
      join applications a on a.id = event.application_id
    order by 1, 2, 3, 4
    on conflict (application_id, hour, kind, reason) do update set count = kept.count + excluded.count`,
);
/** In key order, so that instances that write together never deadlock. */
export const addEvents = (
  db: Reader,
  events: readonly { event: ClientEvent; hour: Date; count: number }[],
): Promise<unknown> =>
  db.run(
    add({
      clients: events.map(({ event }) => event.clientId),
      hours: events.map(({ hour }) => hour),
      kinds: events.map(({ event }) => event.kind),
      reasons: events.map(({ event }) => event.reason),
      counts: events.map(({ count }) => count),
    }),
  );

const pointRow = {
  at: computed('timestamptz'),
  sign_ins: computed('int8'),
  tokens: computed('int8'),
  refused: computed('int8'),
};
export type PointRow = RowOf<typeof pointRow>;

const points = statement(
  'developers.hours.points',
  pointRow,
  (p: { clientId: string } & UsageRange) => sql`
    select stretch as at, coalesce(sum(count) filter (where kind = 'sign_in'), 0)::bigint as sign_ins,
      coalesce(sum(count) filter (where kind = 'token'), 0)::bigint as tokens,
      coalesce(sum(count) filter (where kind = 'refused'), 0)::bigint as refused
    from generate_series(${p.from}::timestamptz, ${p.to}::timestamptz - interval '1 millisecond',
        make_interval(secs => ${p.bucketSeconds})) as stretch
      left join (
        select date_bin(make_interval(secs => ${p.bucketSeconds}), hour, ${p.from}::timestamptz) as stretch, kind, count
        from application_hours
        where application_id = ${p.clientId} and hour >= ${p.from} and hour < ${p.to}) as kept using (stretch)
    group by stretch order by stretch`,
  { plan: 'each call' },
);
/** Includes buckets without events, so that a chart shows them. */
export const readPoints = (db: Reader, clientId: string, range: UsageRange): Promise<PointRow[]> =>
  db.run(points({ clientId, ...range }));

const refusalRow = { ...columnsOf('application_hours', 'reason'), count: computed('int8') };
export type RefusalRow = RowOf<typeof refusalRow>;

const refusals = statement(
  'developers.hours.refusals',
  refusalRow,
  (p: { clientId: string; from: Date; to: Date }) => sql`
    select reason, sum(count)::bigint as count from application_hours
    where application_id = ${p.clientId} and hour >= ${p.from} and hour < ${p.to} and kind = 'refused'
    group by reason order by 2 desc, 1 limit 50`,
);
export const readRefusals = (db: Reader, clientId: string, { from, to }: UsageRange): Promise<RefusalRow[]> =>
  db.run(refusals({ clientId, from, to }));

const removeOld = statement(
  'developers.hours.delete_old',
  (p: { before: Date }) => sql`delete from application_hours where hour < ${p.before}`,
);
export const deleteOldEvents = (tx: Tx, before: Date): Promise<number> => tx.change(removeOld({ before }));
