import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';
import { Id, listOf, type Static, Type } from '../../kernel/http/schemas.ts';

const GrantedService = Type.Object({ service_code: Type.String(), application_id: Id });
export const GrantedList = listOf(GrantedService);
type GrantedList = Static<typeof GrantedList>;

/** More services than a person obtains in a life; the newest application of each. */
const most = 500;

const granted = statement(
  'gov.applications.granted',
  columnsOf('gov_applications', 'service_code id'),
  (p: { userId: string; most: number }) => sql`
    select distinct on (service_code) service_code, id from gov_applications
    where owner_id = any(owners_of(${p.userId})) and status in ('approved', 'completed')
    order by service_code, seq desc limit ${p.most}`,
);
export async function listGranted(db: Reader, userId: string): Promise<GrantedList> {
  const rows = await db.run(granted({ userId, most }));
  const items = rows.map(({ id, service_code }) => ({ service_code, application_id: id }));
  return { items, total: items.length };
}
