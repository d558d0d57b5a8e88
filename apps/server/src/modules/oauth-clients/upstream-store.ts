import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';

export interface UpstreamFacts {
  name: string;
  protocol: 'http' | 'https';
  host: string;
  port: number;
  path: string;
  retries: number;
  connect_timeout_ms: number;
  max_body_bytes: number;
  tags: readonly string[];
  enabled: boolean;
}

const upstreamRow = columnsOf(
  'gateway_services',
  'id name protocol host port path retries connect_timeout_ms max_body_bytes tags enabled scope created_at updated_at',
);
export type UpstreamRow = RowOf<typeof upstreamRow>;

const columns = selectionOf(upstreamRow);
const list = statement(
  'services.list',
  upstreamRow,
  () => sql`select ${columns} from gateway_services order by lower(name)`,
);
export const listUpstreams = (db: Reader | Tx): Promise<UpstreamRow[]> => db.run(list());

const insert = statement(
  'services.insert',
  upstreamRow,
  (p: UpstreamFacts & { now: Date }) => sql`
    insert into gateway_services (name, protocol, host, port, path, retries, connect_timeout_ms, max_body_bytes,
      tags, enabled, scope, created_at)
    values (${p.name}, ${p.protocol}, ${p.host}, ${p.port}, ${p.path}, ${p.retries}, ${p.connect_timeout_ms},
      ${p.max_body_bytes}, ${p.tags}, ${p.enabled}, 'svc:' || ${p.name}, ${p.now})
    on conflict do nothing returning ${columns}`,
);
/** Undefined if the name is taken, or if a renamed upstream still has its scope. */
export const insertUpstream = (
  tx: Tx,
  upstream: UpstreamFacts,
  now: Date,
): Promise<UpstreamRow | undefined> => tx.first(insert({ ...upstream, now }));

const lockNames = statement(
  'services.lock_names',
  () => sql`select pg_advisory_xact_lock(hashtextextended('gateway.services', 0))`,
);
/** Serializes name changes: of two concurrent changes to one name, the second finds it taken. */
export const lockUpstreamNames = (tx: Tx): Promise<unknown> => tx.run(lockNames());

const lock = statement(
  'services.lock',
  upstreamRow,
  (p: { id: string }) => sql`select ${columns} from gateway_services where id = ${p.id} for update`,
);
export async function findUpstreamForUpdate(tx: Tx, id: string): Promise<UpstreamRow | undefined> {
  return tx.first(lock({ id }));
}

const update = statement(
  'services.update',
  upstreamRow,
  (p: UpstreamFacts & { id: string; now: Date }) => sql`
    update gateway_services set name = ${p.name}, protocol = ${p.protocol}, host = ${p.host}, port = ${p.port},
      path = ${p.path}, retries = ${p.retries}, connect_timeout_ms = ${p.connect_timeout_ms},
      max_body_bytes = ${p.max_body_bytes}, tags = ${p.tags}, enabled = ${p.enabled}, updated_at = ${p.now}
    where id = ${p.id}
      and not exists (select from gateway_services o where o.id <> ${p.id} and lower(o.name) = lower(${p.name}))
    returning ${columns}`,
);
/** Undefined if another upstream has the name. */
export const updateUpstream = (
  tx: Tx,
  id: string,
  upstream: UpstreamFacts,
  now: Date,
): Promise<UpstreamRow | undefined> => tx.first(update({ ...upstream, id, now }));

const remove = statement(
  'services.delete',
  columnsOf('gateway_services', 'name'),
  (p: { id: string }) => sql`delete from gateway_services where id = ${p.id} returning name`,
);
export const deleteUpstream = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(remove({ id }));
