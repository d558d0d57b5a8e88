import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import { within } from '../store.ts';
import type { FilterBody } from './schemas.ts';

const filter = columnsOf('officer_filters', 'id name view service only_mine');
export type FilterRow = RowOf<typeof filter>;
const columns = selectionOf(filter);

const ofOfficer = statement(
  'officer.filters',
  filter,
  (p: { userId: string }) => sql`
    select ${columns} from officer_filters where user_id = ${p.userId} order by created_at, id limit 100`,
);
export const listFilters = (db: Reader, userId: string): Promise<FilterRow[]> =>
  db.run(ofOfficer({ userId }));

const counted = statement(
  'officer.filters.count',
  { count: computed('int8') },
  (p: { userId: string }) => sql`select count(*) as count from officer_filters where user_id = ${p.userId}`,
);
export const countFilters = async (tx: Tx, userId: string): Promise<number> =>
  (await tx.first(counted({ userId })))?.count ?? 0;

const insert = statement(
  'officer.filters.insert',
  filter,
  (p: FilterBody & { userId: string; now: Date }) => sql`
    insert into officer_filters (user_id, name, view, service, only_mine, created_at)
    values (${p.userId}, ${p.name}, ${p.view}, ${p.service}, ${p.only_mine}, ${p.now})
    on conflict (user_id, name) do nothing returning ${columns}`,
);
/** Undefined when the officer has a filter of this name. */
export const insertFilter = (
  tx: Tx,
  values: FilterBody & { userId: string; now: Date },
): Promise<FilterRow | undefined> => tx.first(insert(values));

const remove = statement(
  'officer.filters.delete',
  filter,
  (p: { id: string; userId: string }) => sql`
    delete from officer_filters where id = ${p.id} and user_id = ${p.userId} returning ${columns}`,
);
export const deleteFilter = (tx: Tx, id: string, userId: string): Promise<FilterRow | undefined> =>
  tx.first(remove({ id, userId }));

const service = {
  ...columnsOf('gov_services', 'id code name name_en authority_id'),
  agency: column('authorities', 'name'),
};
const services = statement(
  'officer.services',
  service,
  (p: { authorities: readonly string[] | null }) => sql`
    select s.id, s.code, s.name, s.name_en, s.authority_id, a.name as agency
    from gov_services s join authorities a on a.id = s.authority_id
    where ${within(p)} and s.fulfilment = 'manual' order by s.name, s.code limit 2000`,
);
/** Services that officers of these authorities decide, closed ones included; undefined: of every authority. */
export const listDeskServices = (
  db: Reader,
  authorities: readonly string[] | undefined,
): Promise<RowOf<typeof service>[]> => db.run(services({ authorities: authorities ?? null }));
