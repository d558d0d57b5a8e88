import { sql } from 'kysely';
import type { Reader } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { computed, nullable, type RowOf } from '../../../kernel/db/row-shape.ts';
import { openCondition } from '../../gov/index.ts';
import { within } from '../store.ts';

const openRow = {
  code: computed('text'),
  open: computed('int8'),
  late: computed('int8'),
};
const openByService = statement(
  'officer.figures.open',
  openRow,
  (p: { authorities: readonly string[] | null; now: Date }) => sql`
    select service_code as code, count(*) as open,
      count(*) filter (where suspended_at is null and due_at < ${p.now}) as late
    from gov_applications where fulfilment = 'manual' and ${openCondition} and ${within(p)} group by service_code`,
);

const decidedRow = {
  code: nullable(computed('text')),
  week: nullable(computed('text')),
  decided: computed('int8'),
  decided_late: computed('int8'),
  median_hours: computed('float8'),
  p90_hours: computed('float8'),
};
/** One pass: all together (neither code nor week), by service, and by week. */
const decidedSince = statement(
  'officer.figures.decided',
  decidedRow,
  (p: { authorities: readonly string[] | null; from: Date; zone: string }) => sql`
    select code, week, count(*) as decided, count(*) filter (where sla_breached) as decided_late,
      percentile_cont(0.5) within group (order by hours) as median_hours,
      percentile_cont(0.9) within group (order by hours) as p90_hours
    from (
      select service_code as code, sla_breached,
        to_char(date_trunc('week', decided_at at time zone ${p.zone}), 'YYYY-MM-DD') as week,
        extract(epoch from decided_at - submitted_at)::float8 / 3600 as hours
      from gov_applications
      where decided_by is not null and decided_at >= ${p.from} and fulfilment = 'manual' and ${within(p)}
    ) as made
    group by grouping sets ((), (code), (week)) having count(*) > 0`,
);

const nameRow = { code: computed('text'), name: computed('text'), name_en: computed('text') };
const serviceNames = statement(
  'officer.figures.names',
  nameRow,
  (p: { codes: readonly string[] }) => sql`
    select code, name, name_en from gov_services where code = any(${p.codes}::text[])`,
);

interface Scope {
  authorities: readonly string[] | undefined;
}
const scoped = ({ authorities }: Scope) => ({ authorities: authorities ?? null });

export const readOpenByService = (
  db: Reader,
  call: Scope & { now: Date },
): Promise<RowOf<typeof openRow>[]> => db.run(openByService({ ...scoped(call), now: call.now }));
export const readDecided = (
  db: Reader,
  call: Scope & { from: Date; zone: string },
): Promise<RowOf<typeof decidedRow>[]> =>
  db.run(decidedSince({ ...scoped(call), from: call.from, zone: call.zone }));
export const readServiceNames = (db: Reader, codes: readonly string[]): Promise<RowOf<typeof nameRow>[]> =>
  db.run(serviceNames({ codes }));
