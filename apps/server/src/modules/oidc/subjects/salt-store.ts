import { sql } from 'kysely';
import type { Reader } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf } from '../../../kernel/db/row-shape.ts';

const find = statement(
  'oidc.salt.find',
  columnsOf('oidc_subject_salt', 'sealed'),
  () => sql`select sealed from oidc_subject_salt`,
);
export const findSalt = (db: Reader): Promise<{ sealed: string } | undefined> => db.first(find());

const insert = statement(
  'oidc.subjects.insert_salt',
  (p: { sealed: string }) => sql`
    insert into oidc_subject_salt (sealed) values (${p.sealed}) on conflict do nothing`,
);
/** Does nothing if another instance was first. */
export const insertSalt = (db: Reader, sealed: string): Promise<unknown> => db.run(insert({ sealed }));
