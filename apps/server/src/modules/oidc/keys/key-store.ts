import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface KeyRow {
  kid: string;
  sealed: string;
  created_at: string;
  active_from: string;
}

export const listKeys = (db: Reader | Tx): Promise<KeyRow[]> =>
  db.run(
    raw<KeyRow>(
      'select kid, sealed, created_at, active_from from oidc_keys order by active_from, kid',
      [],
      'oidc.keys.list',
    ),
  );

/** One change of keys at a time, across all instances. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.run(raw(`select pg_advisory_xact_lock(hashtext('oidc.keys'))`));
}

export const insertKey = (
  tx: Tx,
  key: { kid: string; sealed: string; now: Date; activeFrom: Date },
): Promise<number> =>
  tx.change(
    raw('insert into oidc_keys (kid, sealed, created_at, active_from) values ($1, $2, $3, $4)', [
      key.kid,
      key.sealed,
      key.now,
      key.activeFrom,
    ]),
  );

export const deleteKeys = (tx: Tx, kids: readonly string[]): Promise<number> =>
  tx.change(raw('delete from oidc_keys where kid = any ($1)', [kids]));
