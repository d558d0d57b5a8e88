import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

export interface KeyRow {
  id: string;
  name: string;
  display: string;
  created_at: string;
  last_used_at: string | null;
}

const columns = 'id, name, display, created_at, last_used_at';

export const listKeys = (db: Reader | Tx): Promise<KeyRow[]> =>
  db.run(raw<KeyRow>(`select ${columns} from admin_keys order by created_at, id`, [], 'admin_keys.list'));

export const findSealedKey = (
  db: Reader,
  id: string,
): Promise<{ name: string; sealed_hash: string; last_used_at: string | null } | undefined> =>
  db.first(
    raw('select name, sealed_hash, last_used_at from admin_keys where id = $1', [id], 'admin_keys.one'),
  );

export const insertKey = (
  tx: Tx,
  key: { id: string; name: string; display: string; sealedHash: string; now: Date },
): Promise<KeyRow | undefined> =>
  tx.first(
    raw<KeyRow>(
      `insert into admin_keys (id, name, display, sealed_hash, created_at) values ($1, $2, $3, $4, $5)
       returning ${columns}`,
      [key.id, key.name, key.display, key.sealedHash, key.now],
      'admin_keys.insert',
    ),
  );

export const deleteKey = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(
    raw<{ name: string }>('delete from admin_keys where id = $1 returning name', [id], 'admin_keys.delete'),
  );

export const noteUse = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(raw('update admin_keys set last_used_at = $2 where id = $1', [id, now], 'admin_keys.used'));
