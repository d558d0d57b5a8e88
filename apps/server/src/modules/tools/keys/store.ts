import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface ToolKeyRow {
  id: string;
  name: string;
  display: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

const columns = 'id, name, display, created_at, last_used_at, revoked_at';

export const listToolKeys = (db: Reader | Tx): Promise<ToolKeyRow[]> =>
  db.run(raw<ToolKeyRow>(`select ${columns} from tool_keys order by created_at, id`, [], 'tool_keys.list'));

/** Only while it lives: a revoked key is not found. */
export const findLiveKey = (
  db: Reader,
  id: string,
): Promise<{ name: string; sealed_hash: string; last_used_at: string | null } | undefined> =>
  db.first(
    raw(
      'select name, sealed_hash, last_used_at from tool_keys where id = $1 and revoked_at is null',
      [id],
      'tool_keys.live',
    ),
  );

export const insertToolKey = (
  tx: Tx,
  key: { id: string; name: string; display: string; sealedHash: string; by: string | null; now: Date },
): Promise<ToolKeyRow | undefined> =>
  tx.first(
    raw<ToolKeyRow>(
      `insert into tool_keys (id, name, display, sealed_hash, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
      [key.id, key.name, key.display, key.sealedHash, key.by, key.now],
      'tool_keys.insert',
    ),
  );

export const revokeToolKey = (tx: Tx, id: string, now: Date): Promise<ToolKeyRow | undefined> =>
  tx.first(
    raw<ToolKeyRow>(
      `update tool_keys set revoked_at = $2 where id = $1 and revoked_at is null returning ${columns}`,
      [id, now],
      'tool_keys.revoke',
    ),
  );

export const noteToolKeyUse = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(raw('update tool_keys set last_used_at = $2 where id = $1', [id, now], 'tool_keys.used'));
