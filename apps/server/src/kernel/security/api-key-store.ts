import { sql } from 'kysely';
import type { Reader, Tx } from '../db/database.ts';
import { statement } from '../db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../db/row-shape.ts';

const apiKey = columnsOf(
  'api_keys',
  'id name display surfaces scopes created_at expires_at last_used_at revoked_at',
);
export type ApiKeyRow = RowOf<typeof apiKey>;

const columns = selectionOf(apiKey);

const list = statement(
  'api_keys.list',
  apiKey,
  () => sql`select ${columns} from api_keys order by created_at, id`,
);
/** Includes revoked keys, oldest first. */
export const listApiKeys = (db: Reader | Tx): Promise<ApiKeyRow[]> => db.run(list());

const knownKey = {
  ...columnsOf('api_keys', 'name sealed_hash purpose scopes last_used_at'),
  is_live: computed('bool'),
  has_lost_maker: computed('bool'),
};
const known = statement(
  'api_keys.known',
  knownKey,
  (p: { id: string; surface: string; now: Date }) => sql`
    select name, sealed_hash, purpose, scopes, last_used_at,
      revoked_at is null and (expires_at is null or expires_at > ${p.now}) as is_live,
      created_by is not null and not exists (select from users u join roles r on r.id = u.role_id
        where u.id = k.created_by and u.active and u.deleted_at is null and r.key in ('admin', 'superadmin'))
        as has_lost_maker
    from api_keys k where id = ${p.id} and ${p.surface} = any (surfaces)`,
);
/** Finds a key only for a surface it was made for; it never has more rights than its maker has now. */
export const findApiKey = (
  db: Reader,
  key: { id: string; surface: string; now: Date },
): Promise<RowOf<typeof knownKey> | undefined> => db.first(known(key));

const endOfMaker = statement(
  'api_keys.end_of_maker',
  { name: computed('text') },
  (p: { userId: string; now: Date }) =>
    sql`select name from end_keys_of(${p.userId}, ${p.now}) order by name`,
);
/** Ends the keys of somebody who is no longer an active administrator; the names of those that ended. */
export const endApiKeysOf = async (tx: Tx, userId: string, now: Date): Promise<string[]> =>
  (await tx.run(endOfMaker({ userId, now }))).map(({ name }) => name);

interface NewApiKey {
  id: string;
  name: string;
  display: string;
  sealedHash: string;
  purpose: string;
  surfaces: readonly string[];
  scopes: readonly string[] | null;
  by: string | null;
  now: Date;
  expiresAt: Date | null;
}

const insert = statement(
  'api_keys.insert',
  apiKey,
  (p: NewApiKey) => sql`
    insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, scopes, created_by, created_at, expires_at)
    values (${p.id}, ${p.name}, ${p.display}, ${p.sealedHash}, ${p.purpose}, ${p.surfaces}, ${p.scopes}, ${p.by},
      ${p.now}, ${p.expiresAt})
    returning ${columns}`,
);
export const insertApiKey = (tx: Tx, key: NewApiKey): Promise<ApiKeyRow | undefined> => tx.first(insert(key));

const revoke = statement(
  'api_keys.revoke',
  apiKey,
  (p: { id: string; now: Date }) => sql`
    update api_keys set revoked_at = ${p.now} where id = ${p.id} and revoked_at is null returning ${columns}`,
);
export const revokeApiKey = (tx: Tx, id: string, now: Date): Promise<ApiKeyRow | undefined> =>
  tx.first(revoke({ id, now }));

const used = statement(
  'api_keys.used',
  (p: { id: string; now: Date }) => sql`update api_keys set last_used_at = ${p.now} where id = ${p.id}`,
);
export const noteApiKeyUse = (tx: Tx, id: string, now: Date): Promise<number> => tx.change(used({ id, now }));
