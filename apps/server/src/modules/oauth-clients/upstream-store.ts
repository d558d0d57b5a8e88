import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

export interface ServiceFacts {
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

export interface ServiceRow extends ServiceFacts {
  id: string;
  scope: string;
  created_at: string;
  updated_at: string | null;
}

const columns = `id, name, protocol, host, port, path, retries, connect_timeout_ms, max_body_bytes, tags, enabled, scope,
  created_at, updated_at`;
const valuesOf = (service: ServiceFacts) => [
  service.name,
  service.protocol,
  service.host,
  service.port,
  service.path,
  service.retries,
  service.connect_timeout_ms,
  service.max_body_bytes,
  service.tags,
  service.enabled,
];

export const listServices = (db: Reader | Tx): Promise<ServiceRow[]> =>
  db.run(
    raw<ServiceRow>(`select ${columns} from gateway_services order by lower(name)`, [], 'services.list'),
  );

/** Undefined when the name is taken, or its scope by a service that was renamed. */
export const insertService = (tx: Tx, service: ServiceFacts, now: Date): Promise<ServiceRow | undefined> =>
  tx.first(
    raw<ServiceRow>(
      `insert into gateway_services (name, protocol, host, port, path, retries, connect_timeout_ms, max_body_bytes,
         tags, enabled, scope, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'svc:' || $1, $11) on conflict do nothing returning ${columns}`,
      [...valuesOf(service), now],
      'services.insert',
    ),
  );

/** Names change one after another, so that of two changes to the same name one finds it taken. */
export const lockServiceNames = (tx: Tx): Promise<unknown> =>
  tx.run(
    raw("select pg_advisory_xact_lock(hashtextextended('gateway.services', 0))", [], 'services.lock_names'),
  );

export async function findServiceForUpdate(tx: Tx, id: string): Promise<ServiceRow | undefined> {
  return tx.first(
    raw<ServiceRow>(
      `select ${columns} from gateway_services where id = $1 for update`,
      [id],
      'services.lock',
    ),
  );
}

/** Undefined when another service has the name. */
export const updateService = (
  tx: Tx,
  id: string,
  service: ServiceFacts,
  now: Date,
): Promise<ServiceRow | undefined> =>
  tx.first(
    raw<ServiceRow>(
      `update gateway_services set name = $2, protocol = $3, host = $4, port = $5, path = $6, retries = $7,
         connect_timeout_ms = $8, max_body_bytes = $9, tags = $10, enabled = $11, updated_at = $12
       where id = $1
         and not exists (select from gateway_services o where o.id <> $1 and lower(o.name) = lower($2))
       returning ${columns}`,
      [id, ...valuesOf(service), now],
      'services.update',
    ),
  );

export const deleteService = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(
    raw<{ name: string }>(
      'delete from gateway_services where id = $1 returning name',
      [id],
      'services.delete',
    ),
  );
