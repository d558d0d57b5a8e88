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

const serviceRow = columnsOf(
  'gateway_services',
  'id name protocol host port path retries connect_timeout_ms max_body_bytes tags enabled scope created_at updated_at',
);
export type UpstreamRow = RowOf<typeof serviceRow>;

const columns = selectionOf(serviceRow);
const list = statement(
  'services.list',
  serviceRow,
  () => sql`select ${columns} from gateway_services order by lower(name)`,
);
export const listUpstreams = (db: Reader | Tx): Promise<UpstreamRow[]> => db.run(list());

const insert = statement(
  'services.insert',
  serviceRow,
  (p: UpstreamFacts & { now: Date }) => sql`
    insert into gateway_services (name, protocol, host, port, path, retries, connect_timeout_ms, max_body_bytes,
      tags, enabled, scope, created_at)
    values (${p.name}, ${p.protocol}, ${p.host}, ${p.port}, ${p.path}, ${p.retries}, ${p.connect_timeout_ms},
      ${p.max_body_bytes}, ${p.tags}, ${p.enabled}, 'svc:' || ${p.name}, ${p.now})
    on conflict do nothing returning ${columns}`,
);
/** Undefined when the name is taken, or its scope by an upstream that was renamed. */
export const insertUpstream = (
  tx: Tx,
  upstream: UpstreamFacts,
  now: Date,
): Promise<UpstreamRow | undefined> => tx.first(insert({ ...upstream, now }));

const lockNames = statement(
  'services.lock_names',
  () => sql`select pg_advisory_xact_lock(hashtextextended('gateway.services', 0))`,
);
/** Names change one after another, so that of two changes to the same name one finds it taken. */
export const lockUpstreamNames = (tx: Tx): Promise<unknown> => tx.run(lockNames());

const lock = statement(
  'services.lock',
  serviceRow,
  (p: { id: string }) => sql`select ${columns} from gateway_services where id = ${p.id} for update`,
);
export async function findUpstreamForUpdate(tx: Tx, id: string): Promise<UpstreamRow | undefined> {
  return tx.first(lock({ id }));
}

const update = statement(
  'services.update',
  serviceRow,
  (p: UpstreamFacts & { id: string; now: Date }) => sql`
    update gateway_services set name = ${p.name}, protocol = ${p.protocol}, host = ${p.host}, port = ${p.port},
      path = ${p.path}, retries = ${p.retries}, connect_timeout_ms = ${p.connect_timeout_ms},
      max_body_bytes = ${p.max_body_bytes}, tags = ${p.tags}, enabled = ${p.enabled}, updated_at = ${p.now}
    where id = ${p.id}
      and not exists (select from gateway_services o where o.id <> ${p.id} and lower(o.name) = lower(${p.name}))
    returning ${columns}`,
);
/** Undefined when another upstream has the name. */
export const updateUpstream = (
  tx: Tx,
  id: string,
  upstream: UpstreamFacts,
  now: Date,
): Promise<UpstreamRow | undefined> => tx.first(update({ ...upstream, id, now }));

const servicesDelete = statement(
  'services.delete',
  columnsOf('gateway_services', 'name'),
  (p: { id: string }) => sql`delete from gateway_services where id = ${p.id} returning name`,
);
export const deleteUpstream = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(servicesDelete({ id }));
