import type { Reader } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export const findSalt = (db: Reader): Promise<{ sealed: string } | undefined> =>
  db.first(raw<{ sealed: string }>('select sealed from oidc_subject_salt', [], 'oidc.salt.find'));

/** Does nothing where another instance was first. */
export const insertSalt = (db: Reader, sealed: string): Promise<object[]> =>
  db.run(raw('insert into oidc_subject_salt (sealed) values ($1) on conflict do nothing', [sealed]));
