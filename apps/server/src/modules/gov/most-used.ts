import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';

/** The newest applications only, so that the cost does not grow with the years. */
const sample = 5000;

const mostUsed = statement(
  'gov.most_used',
  columnsOf('gov_services', 'passport_id'),
  (p: { sample: number; most: number }) => sql`
    select s.passport_id from (
      select service_id, seq from gov_applications where service_id is not null order by seq desc limit ${p.sample}) newest
    join gov_services s on s.id = newest.service_id
    group by s.passport_id order by count(*) desc, max(newest.seq) desc limit ${p.most}`,
);
/** Passports of the services with the most applications lately, the most used first. */
export const listMostUsed = async (db: Reader, most: number): Promise<string[]> =>
  (await db.run(mostUsed({ sample, most }))).map(({ passport_id }) => passport_id);
