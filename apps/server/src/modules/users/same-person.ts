import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { computed } from '../../kernel/db/row-shape.ts';

const same = statement(
  'users.same_person',
  { same: computed('bool') },
  (p: { one: string; other: string }) =>
    sql`select ${p.other}::uuid = any (person_accounts(${p.one})) as same`,
);
/** Accounts of one person count as one wherever nobody may decide about themselves. */
export const isSamePerson = async (db: Reader | Tx, one: string, other: string): Promise<boolean> =>
  one === other || (await db.first(same({ one, other })))?.same === true;
