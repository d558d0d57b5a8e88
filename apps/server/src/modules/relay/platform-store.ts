import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { SignatureForm } from './signatures.ts';

export interface Jwks {
  keys: Record<string, string>[];
}

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'relay_platforms.receipt_keys': Jwks | null;
  }
}

const platformRow = columnsOf(
  'relay_platforms',
  'id code name direction endpoint_url supervisor_contact enabled signature public_key receipt_keys paused_at failures open_until ill_since recovered_at delivered_at created_at',
);
export type PlatformRow = RowOf<typeof platformRow>;
const columns = sql`p.id, p.code, p.name, p.direction, p.endpoint_url, p.supervisor_contact, p.enabled, p.signature,
  p.public_key, p.receipt_keys, p.paused_at, p.failures, p.open_until, p.ill_since, p.recovered_at, p.delivered_at,
  p.created_at`;

export interface NewPlatform {
  id: string;
  code: string;
  name: string;
  direction: PlatformRow['direction'];
  endpointUrl: string;
  supervisorContact: string;
  enabled: boolean;
  signature: SignatureForm;
  publicKey: string;
  now: Date;
}
const insert = statement(
  'relay.platforms.insert',
  (p: NewPlatform) => sql`
    insert into relay_platforms (id, code, name, direction, endpoint_url, supervisor_contact, enabled, signature,
      public_key, created_at)
    values (${p.id}, ${p.code}, ${p.name}, ${p.direction}, ${p.endpointUrl}, ${p.supervisorContact}, ${p.enabled},
      ${p.signature}, ${p.publicKey}, ${p.now})
    on conflict (code) do nothing`,
);
/** False when the code is taken. */
export const insertPlatform = async (tx: Tx, platform: NewPlatform): Promise<boolean> =>
  (await tx.change(insert(platform))) === 1;

const update = statement(
  'relay.platforms.update',
  (p: Omit<NewPlatform, 'code' | 'direction' | 'now'>) => sql`
    update relay_platforms set name = ${p.name}, endpoint_url = ${p.endpointUrl},
      supervisor_contact = ${p.supervisorContact}, enabled = ${p.enabled}, signature = ${p.signature},
      public_key = ${p.publicKey},
      receipt_keys = case when endpoint_url = ${p.endpointUrl} then receipt_keys end
    where id = ${p.id}`,
);
export const updatePlatform = (tx: Tx, platform: Omit<NewPlatform, 'code' | 'direction' | 'now'>) =>
  tx.change(update(platform));

const remove = statement(
  'relay.platforms.delete',
  (p: { id: string }) => sql`delete from relay_platforms where id = ${p.id}`,
);
export const deletePlatform = (tx: Tx, id: string): Promise<number> => tx.change(remove({ id }));

const closeBreaker = statement(
  'relay.platforms.close_breaker',
  (p: { id: string }) => sql`update relay_platforms set failures = 0, open_until = null where id = ${p.id}`,
);
/** After a change by an operator the platform gets a trial at once. */
export const resetBreaker = (tx: Tx, id: string): Promise<number> => tx.change(closeBreaker({ id }));

const pause = statement(
  'relay.platforms.pause',
  (p: { id: string; at: Date | null }) =>
    sql`update relay_platforms set paused_at = ${p.at} where id = ${p.id}`,
);
export const setPaused = (tx: Tx, id: string, at: Date | null): Promise<number> =>
  tx.change(pause({ id, at }));

const byId = statement(
  'relay.platforms.by_id',
  platformRow,
  (p: { id: string }) => sql`select ${columns} from relay_platforms p where p.id = ${p.id}`,
);
export const findPlatform = (db: Reader | Tx, id: string): Promise<PlatformRow | undefined> =>
  db.first(byId({ id }));

const byCode = statement(
  'relay.platforms.by_code',
  platformRow,
  (p: { code: string }) => sql`select ${columns} from relay_platforms p where p.code = ${p.code}`,
);
export const findPlatformByCode = (db: Reader | Tx, code: string): Promise<PlatformRow | undefined> =>
  db.first(byCode({ code }));

const list = statement(
  'relay.platforms.list',
  { ...platformRow, waiting: computed('int8'), dead: computed('int8') },
  (p: { id: string | null }) => sql`
    select ${columns},
      (select count(*) from (select from relay_deliveries d where d.platform_id = p.id and d.state = 'waiting' limit 1000) as w)
        as waiting,
      (select count(*) from (select from relay_deliveries d where d.platform_id = p.id and d.state = 'dead' limit 1000) as x)
        as dead
    from relay_platforms p where ${p.id}::uuid is null or p.id = ${p.id} order by p.name, p.id limit 1000`,
  { plan: 'each call' },
);
export type ListedPlatform = RowOf<typeof platformRow> & { waiting: number; dead: number };
export const listPlatforms = (db: Reader | Tx, id: string | null = null): Promise<ListedPlatform[]> =>
  db.run(list({ id }));

const secretRow = columnsOf('relay_secrets', 'id platform_id sealed created_at expires_at');
export type SecretRow = RowOf<typeof secretRow>;

const insertSecretStatement = statement(
  'relay.secrets.insert',
  (p: { id: string; platformId: string; sealed: string; now: Date }) => sql`
    insert into relay_secrets (id, platform_id, sealed, created_at)
    values (${p.id}, ${p.platformId}, ${p.sealed}, ${p.now})`,
);
export const insertSecret = (
  tx: Tx,
  secret: { id: string; platformId: string; sealed: string; now: Date },
): Promise<number> => tx.change(insertSecretStatement(secret));

const expire = statement(
  'relay.secrets.expire',
  (p: { platformId: string; keepId: string; at: Date }) => sql`
    update relay_secrets set expires_at = least(expires_at, ${p.at})
    where platform_id = ${p.platformId} and id <> ${p.keepId}`,
);
export const expireOtherSecrets = (tx: Tx, platformId: string, keepId: string, at: Date): Promise<number> =>
  tx.change(expire({ platformId, keepId, at }));

const dropExpired = statement(
  'relay.secrets.drop_expired',
  (p: { now: Date }) => sql`delete from relay_secrets where expires_at <= ${p.now}`,
);
export const dropExpiredSecrets = (tx: Tx, now: Date): Promise<number> => tx.change(dropExpired({ now }));

const secretsOf = statement(
  'relay.secrets.of',
  secretRow,
  (p: { platformIds: readonly string[]; now: Date }) => sql`
    select id, platform_id, sealed, created_at, expires_at from relay_secrets
    where platform_id = any(${p.platformIds}::uuid[]) and (expires_at is null or expires_at > ${p.now})
    order by expires_at desc nulls first, created_at desc, id`,
);
/** The newest first; of the others, the one that ends next is the last. */
export const listSecrets = (
  db: Reader | Tx,
  platformIds: readonly string[],
  now: Date,
): Promise<SecretRow[]> => db.run(secretsOf({ platformIds, now }));

const routeRow = {
  ...columnsOf('relay_routes', 'id service_code platform_id sla_minutes fallback_platform_id created_at'),
  platform_name: column('relay_platforms', 'name'),
  fallback_platform_name: nullable(column('relay_platforms', 'name')),
};
export type RouteRow = RowOf<typeof routeRow>;
const routes = sql`
  select r.id, r.service_code, r.platform_id, r.sla_minutes, r.fallback_platform_id, r.created_at,
    p.name as platform_name, f.name as fallback_platform_name
  from relay_routes r join relay_platforms p on p.id = r.platform_id
    left join relay_platforms f on f.id = r.fallback_platform_id`;

const allRoutes = statement(
  'relay.routes.list',
  routeRow,
  () => sql`${routes} order by r.service_code, p.name, r.id limit 5000`,
);
export const listRoutes = (db: Reader): Promise<RouteRow[]> => db.run(allRoutes());

const oneRoute = statement(
  'relay.routes.by_id',
  routeRow,
  (p: { id: string }) => sql`${routes} where r.id = ${p.id}`,
);
export const findRoute = (db: Reader | Tx, id: string): Promise<RouteRow | undefined> =>
  db.first(oneRoute({ id }));

const insertRouteStatement = statement(
  'relay.routes.insert',
  (p: {
    id: string;
    serviceCode: string;
    platformId: string;
    slaMinutes: number;
    fallbackPlatformId: string | null;
    now: Date;
  }) => sql`
    insert into relay_routes (id, service_code, platform_id, sla_minutes, fallback_platform_id, created_at)
    values (${p.id}, ${p.serviceCode}, ${p.platformId}, ${p.slaMinutes}, ${p.fallbackPlatformId}, ${p.now})
    on conflict (service_code, platform_id) do nothing`,
);
export const insertRoute = async (
  tx: Tx,
  route: Parameters<typeof insertRouteStatement>[0],
): Promise<boolean> => (await tx.change(insertRouteStatement(route))) === 1;

const removeRoute = statement(
  'relay.routes.delete',
  (p: { id: string }) => sql`delete from relay_routes where id = ${p.id}`,
);
export const deleteRoute = (tx: Tx, id: string): Promise<number> => tx.change(removeRoute({ id }));

const forService = statement(
  'relay.routes.for_service',
  {
    ...columnsOf('relay_routes', 'platform_id sla_minutes fallback_platform_id'),
    ...columnsOf('relay_platforms', 'code name endpoint_url'),
  },
  (p: { serviceCode: string }) => sql`
    select r.platform_id, r.sla_minutes, r.fallback_platform_id, p.code, p.name, p.endpoint_url
    from relay_routes r join relay_platforms p on p.id = r.platform_id and p.enabled
    where r.service_code = ${p.serviceCode} order by p.name, p.id limit 100`,
);
export interface ServiceRoute {
  platform_id: string;
  sla_minutes: number;
  fallback_platform_id: string | null;
  code: string;
  name: string;
  endpoint_url: string;
}
export const listRoutesFor = (tx: Reader | Tx, serviceCode: string): Promise<ServiceRoute[]> =>
  tx.run(forService({ serviceCode }));
