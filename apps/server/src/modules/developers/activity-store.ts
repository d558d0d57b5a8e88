import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

/** A secret or key with which an application proved itself. */
export interface CredentialUse {
  readonly clientId: string;
  readonly credential: string;
  readonly at: Date;
  readonly ip: string;
  readonly endpoint: string;
}

const upsert = statement(
  'developers.uses.upsert',
  (p: Record<'clients' | 'credentials' | 'ats' | 'ips' | 'endpoints', unknown[]>) => sql`
    insert into application_credential_uses as kept (application_id, credential, used_at, ip, endpoint)
    select use.application_id, use.credential, use.used_at, use.ip, use.endpoint
    from unnest(${p.clients}::text[], ${p.credentials}::text[], ${p.ats}::timestamptz[], ${p.ips}::text[],
        ${p.endpoints}::text[]) as use (application_id, credential, used_at, ip, endpoint)
      join applications a on a.id = use.application_id
    order by 1, 2
    on conflict (application_id, credential) do update
      set used_at = excluded.used_at, ip = excluded.ip, endpoint = excluded.endpoint
      where kept.used_at < excluded.used_at`,
);
/** In key order, so that instances that write together never deadlock. */
export const upsertUses = (db: Reader, uses: readonly CredentialUse[]): Promise<unknown> =>
  db.run(
    upsert({
      clients: uses.map((use) => use.clientId),
      credentials: uses.map((use) => use.credential.slice(0, 128)),
      ats: uses.map((use) => use.at),
      ips: uses.map((use) => use.ip.slice(0, 64)),
      endpoints: uses.map((use) => use.endpoint.slice(0, 60)),
    }),
  );

const useRow = columnsOf('application_credential_uses', 'credential used_at ip endpoint');
export type UseRow = RowOf<typeof useRow>;

const list = statement(
  'developers.uses.list',
  useRow,
  (p: { clientId: string }) => sql`
    select credential, used_at, ip, endpoint from application_credential_uses
    where application_id = ${p.clientId} order by used_at desc limit 100`,
);
export const listUses = (db: Reader | Tx, clientId: string): Promise<UseRow[]> => db.run(list({ clientId }));

const removeOld = statement(
  'developers.uses.delete_old',
  (p: { before: Date }) => sql`delete from application_credential_uses where used_at < ${p.before}`,
);
export const deleteOldUses = (tx: Tx, before: Date): Promise<number> => tx.change(removeOld({ before }));
