import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../../kernel/db/row-shape.ts';

const keyRow = columnsOf('oidc_keys', 'kid alg sealed created_at active_from');
export type KeyRow = RowOf<typeof keyRow>;

const list = statement(
  'oidc.keys.list',
  keyRow,
  () => sql`
    select kid, alg, sealed, created_at, active_from from oidc_keys order by active_from, kid`,
);
export const listKeys = (db: Reader | Tx): Promise<KeyRow[]> => db.run(list());

const lock = statement('oidc.keys.lock_keys', () => sql`select pg_advisory_xact_lock(hashtext('oidc.keys'))`);
/** Serializes key changes across all instances. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.run(lock());
}

const insert = statement(
  'oidc.keys.insert_key',
  (p: { kid: string; alg: KeyRow['alg']; sealed: string; now: Date; activeFrom: Date }) => sql`
    insert into oidc_keys (kid, alg, sealed, created_at, active_from)
    values (${p.kid}, ${p.alg}, ${p.sealed}, ${p.now}, ${p.activeFrom})`,
);
export const insertKey = (
  tx: Tx,
  key: { kid: string; alg: KeyRow['alg']; sealed: string; now: Date; activeFrom: Date },
): Promise<number> => tx.change(insert(key));

const remove = statement(
  'oidc.keys.delete_keys',
  (p: { kids: readonly string[] }) => sql`delete from oidc_keys where kid = any (${p.kids})`,
);
export const deleteKeys = (tx: Tx, kids: readonly string[]): Promise<number> => tx.change(remove({ kids }));
