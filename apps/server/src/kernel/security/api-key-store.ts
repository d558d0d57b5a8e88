import type { Reader, Tx } from '../db/database.ts';
import { raw } from '../db/query.ts';

export interface ApiKeyRow {
  id: string;
  name: string;
  display: string;
  surfaces: string[];
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

const columns = 'id, name, display, surfaces, created_at, last_used_at, revoked_at';

/** Also revoked ones, oldest first. */
export const listApiKeys = (db: Reader | Tx): Promise<ApiKeyRow[]> =>
  db.run(raw<ApiKeyRow>(`select ${columns} from api_keys order by created_at, id`, [], 'api_keys.list'));

/** Only while it lives, and only for a surface it was made for. */
export const findLiveApiKey = (
  db: Reader,
  id: string,
  surface: string,
): Promise<{ name: string; sealed_hash: string; purpose: string; last_used_at: string | null } | undefined> =>
  db.first(
    raw(
      `select name, sealed_hash, purpose, last_used_at from api_keys
       where id = $1 and revoked_at is null and $2 = any (surfaces)`,
      [id, surface],
      'api_keys.live',
    ),
  );

export const insertApiKey = (
  tx: Tx,
  key: {
    id: string;
    name: string;
    display: string;
    sealedHash: string;
    purpose: string;
    surfaces: readonly string[];
    by: string | null;
    now: Date;
  },
): Promise<ApiKeyRow | undefined> =>
  tx.first(
    raw<ApiKeyRow>(
      `insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
      [key.id, key.name, key.display, key.sealedHash, key.purpose, key.surfaces, key.by, key.now],
      'api_keys.insert',
    ),
  );

export const revokeApiKey = (tx: Tx, id: string, now: Date): Promise<ApiKeyRow | undefined> =>
  tx.first(
    raw<ApiKeyRow>(
      `update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning ${columns}`,
      [id, now],
      'api_keys.revoke',
    ),
  );

export const noteApiKeyUse = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(raw('update api_keys set last_used_at = $2 where id = $1', [id, now], 'api_keys.used'));
