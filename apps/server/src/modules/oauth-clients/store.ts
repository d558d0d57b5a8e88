import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, computedJson, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type {
  AuthMethod,
  ClientType,
  IdTokenAlg,
  Profile,
  PublicJwk,
  SecretMethod,
  Stage,
} from './schemas.ts';

/** The shape of the options column. */
export interface StoredOptions {
  /** The only way to send the secret; absent if both are accepted. */
  secret_method?: SecretMethod;
  pkce_waived?: boolean;
  /** False: scope claims only at /userinfo. */
  id_token_claims?: boolean;
  id_token_alg?: IdTokenAlg;
  profile?: Profile;
  require_par?: boolean;
  dpop?: boolean;
  certificate_bound?: boolean;
  jwks?: { keys: PublicJwk[] };
  jwks_uri?: string;
  backchannel_logout_uri?: string;
  /** Where a CIBA request in ping mode is announced as decided. */
  notification_endpoint?: string;
  /** Clients whose tokens this one may exchange (RFC 8693). */
  exchange_from?: readonly string[];
  national_id?: boolean;
  /** The tools that its own tokens may call; `expires_at` is null if an administrator chose no end. */
  tools?: { scopes: readonly string[]; expires_at: string | null };
  /**
   * The host is fixed when pairwise subjects are chosen: a later change of host must not change the subjects.
   */
  pairwise?: { host: string | null };
}

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'applications.options': StoredOptions;
  }
}

/** The editable fields of a client. */
export interface ClientFacts {
  name: string;
  type: ClientType;
  auth_method: AuthMethod;
  grant_types: readonly string[];
  scopes: readonly string[];
  redirect_uris: readonly string[];
  post_logout_redirect_uris: readonly string[];
  tags: readonly string[];
  enabled: boolean;
  options: StoredOptions;
  limit_per_minute: number;
  limit_burst: number;
  daily_quota: number | null;
}

const clientRow = {
  ...columnsOf(
    'applications',
    'id name type auth_method grant_types scopes redirect_uris post_logout_redirect_uris tags enabled options limit_per_minute limit_burst daily_quota origin document_url stage approval_asked_at created_at updated_at',
  ),
  service_scopes: computed('_text'),
  service_ids: computed('_text'),
  old_secret_ends_at: nullable(computed('timestamptz')),
};
export type ClientRow = RowOf<typeof clientRow>;

const clientWithSecrets = {
  ...columnsOf(
    'applications',
    'id name type auth_method grant_types scopes redirect_uris post_logout_redirect_uris tags enabled options limit_per_minute limit_burst daily_quota origin document_url stage',
  ),
  service_scopes: computed('_text'),
  secrets: computedJson<{ id: string; sealed_hash: string; expires_at: string | null }[]>('json'),
};
export type ClientWithSecrets = RowOf<typeof clientWithSecrets>;

const facts = sql`a.id, a.name, a.type, a.auth_method, a.grant_types, a.scopes, a.redirect_uris,
  a.post_logout_redirect_uris, a.tags, a.enabled, a.options, a.limit_per_minute, a.limit_burst, a.daily_quota,
  a.origin, a.document_url, a.stage,
  array(select s.scope from application_services g join gateway_services s on s.id = g.service_id
    where g.application_id = a.id order by s.scope) as service_scopes`;
const views = sql`${facts}, a.approval_asked_at, a.created_at, a.updated_at,
  array(select g.service_id::text from application_services g where g.application_id = a.id order by 1) as service_ids,
  (select expires_at from application_secrets k where k.application_id = a.id and k.expires_at is not null)
    as old_secret_ends_at`;

const list = statement(
  'applications.list',
  clientRow,
  () => sql`select ${views} from applications a order by a.created_at desc, a.id`,
);
export const listClients = (db: Reader | Tx): Promise<ClientRow[]> => db.run(list());

const byId = statement(
  'applications.one',
  clientRow,
  (p: { id: string }) => sql`select ${views} from applications a where a.id = ${p.id}`,
);
export const findClient = (db: Reader | Tx, id: string): Promise<ClientRow | undefined> =>
  db.first(byId({ id }));

const lock = statement(
  'applications.lock',
  (p: { id: string }) => sql`select from applications where id = ${p.id} for update`,
);
/** Serializes changes of a client: the row is read after the lock, so that the last change is visible. */
export async function findClientForUpdate(tx: Tx, id: string): Promise<ClientRow | undefined> {
  await tx.run(lock({ id }));
  return findClient(tx, id);
}

const oneWithSecrets = statement(
  'applications.client',
  clientWithSecrets,
  (p: { id: string }) => sql`
    select ${facts}, (select coalesce(json_agg(json_build_object('id', k.id, 'sealed_hash', k.sealed_hash,
       'expires_at', k.expires_at)), '[]') from application_secrets k where k.application_id = a.id) as secrets
    from applications a where a.id = ${p.id}`,
);
/** One round trip reads everything that sign-in and the gateway need about a client. */
export const findClientWithSecrets = (db: Reader, id: string): Promise<ClientWithSecrets | undefined> =>
  db.first(oneWithSecrets({ id }));

type ClientParams = Omit<ClientFacts, 'options'> & { id: string; options: string; now: Date };
const paramsOf = (id: string, client: ClientFacts, now: Date): ClientParams => ({
  ...client,
  id,
  options: JSON.stringify(client.options),
  now,
});

const insert = statement(
  'applications.insert',
  (p: ClientParams & { createdBy: string | null; stage: Stage }) => sql`
    insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris,
      post_logout_redirect_uris, tags, enabled, options, limit_per_minute, limit_burst, daily_quota, created_by,
      created_at, stage)
    values (${p.id}, ${p.name}, ${p.type}, ${p.auth_method}, ${p.grant_types}, ${p.scopes}, ${p.redirect_uris},
      ${p.post_logout_redirect_uris}, ${p.tags}, ${p.enabled}, ${p.options}, ${p.limit_per_minute}, ${p.limit_burst},
      ${p.daily_quota}, ${p.createdBy}, ${p.now}, ${p.stage})
    on conflict do nothing`,
);
/** False if the id is taken. */
export const insertClient = async (
  tx: Tx,
  id: string,
  client: ClientFacts,
  by: { createdBy: string | null; now: Date; stage: Stage },
): Promise<boolean> => {
  const { createdBy, stage } = by;
  return (await tx.change(insert({ ...paramsOf(id, client, by.now), createdBy, stage }))) === 1;
};

const update = statement(
  'applications.update',
  (p: ClientParams) => sql`
    update applications set name = ${p.name}, type = ${p.type}, auth_method = ${p.auth_method},
      grant_types = ${p.grant_types}, scopes = ${p.scopes}, redirect_uris = ${p.redirect_uris},
      post_logout_redirect_uris = ${p.post_logout_redirect_uris}, tags = ${p.tags}, enabled = ${p.enabled},
      options = ${p.options}, limit_per_minute = ${p.limit_per_minute}, limit_burst = ${p.limit_burst},
      daily_quota = ${p.daily_quota}, updated_at = ${p.now}
    where id = ${p.id}`,
);
export const updateClient = (tx: Tx, id: string, client: ClientFacts, now: Date): Promise<number> =>
  tx.change(update(paramsOf(id, client, now)));

const ask = statement(
  'applications.ask_approval',
  (p: { id: string; now: Date }) => sql`
    update applications set approval_asked_at = ${p.now}
    where id = ${p.id} and stage = 'trial' and approval_asked_at is null`,
);
/** False if it is live or has asked already. */
export const askForApproval = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.change(ask({ id, now }))) === 1;

const unask = statement(
  'applications.unask_approval',
  (p: { id: string }) => sql`update applications set approval_asked_at = null where id = ${p.id}`,
);
export const withdrawApprovalRequest = (tx: Tx, id: string): Promise<number> => tx.change(unask({ id }));

const settle = statement(
  'applications.settle_approval',
  (p: { id: string; stage: Stage; now: Date }) => sql`
    update applications set stage = ${p.stage}, approval_asked_at = null, updated_at = ${p.now}
    where id = ${p.id} and stage = 'trial' and (approval_asked_at is not null or ${p.stage} = 'live')`,
);
/** False if another manager was faster. */
export const settleApproval = async (tx: Tx, id: string, stage: Stage, now: Date): Promise<boolean> =>
  (await tx.change(settle({ id, stage, now }))) === 1;

const touch = statement(
  'applications.touch',
  (p: { id: string; now: Date }) => sql`update applications set updated_at = ${p.now} where id = ${p.id}`,
);
export const touchClient = (tx: Tx, id: string, now: Date): Promise<number> => tx.change(touch({ id, now }));

const remove = statement(
  'applications.delete',
  (p: { id: string }) => sql`delete from applications where id = ${p.id}`,
);
export const deleteClient = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.change(remove({ id }))) === 1;

const addSecret = statement(
  'applications.insert_secret',
  (p: { id: string; sealedHash: string; now: Date }) => sql`
    insert into application_secrets (application_id, sealed_hash, created_at) values (${p.id}, ${p.sealedHash}, ${p.now})`,
);
export const insertSecret = (tx: Tx, id: string, sealedHash: string, now: Date): Promise<number> =>
  tx.change(addSecret({ id, sealedHash, now }));

const removeSecrets = statement(
  'applications.delete_secrets',
  (p: { id: string }) => sql`delete from application_secrets where application_id = ${p.id}`,
);
export const deleteSecrets = (tx: Tx, id: string): Promise<number> => tx.change(removeSecrets({ id }));

const deleteEndingSecret = statement(
  'applications.delete_ending_secret',
  (p: { id: string }) => sql`
    delete from application_secrets where application_id = ${p.id} and expires_at is not null`,
);
const endSecret = statement(
  'applications.end_secret',
  (p: { id: string; endsAt: Date }) => sql`
    update application_secrets set expires_at = ${p.endsAt} where application_id = ${p.id} and expires_at is null`,
);
/** A secret that is already ending is deleted, so that at most two are live. */
export async function endCurrentSecret(tx: Tx, id: string, endsAt: Date): Promise<void> {
  await tx.change(deleteEndingSecret({ id }));
  await tx.change(endSecret({ id, endsAt }));
}

const lockUpstreams = statement(
  'applications.hold_services',
  columnsOf('gateway_services', 'id scope'),
  (p: { ids: readonly string[] }) => sql`
    select id, scope from gateway_services where id = any(${p.ids}::uuid[]) order by id for key share`,
);
export const lockUpstreamIds = (tx: Tx, ids: readonly string[]): Promise<{ id: string; scope: string }[]> =>
  // The rows stay locked until commit: a concurrent delete of an upstream waits and removes the grant.
  tx.run(lockUpstreams({ ids }));

const grant = statement(
  'applications.grant',
  (p: { id: string; upstreamIds: readonly string[]; now: Date }) => sql`
    insert into application_services (application_id, service_id, granted_at)
    select ${p.id}, unnest(${p.upstreamIds}::uuid[]), ${p.now} on conflict do nothing`,
);
export const grantUpstreams = (
  tx: Tx,
  id: string,
  upstreamIds: readonly string[],
  now: Date,
): Promise<number> => tx.change(grant({ id, upstreamIds, now }));

const withdraw = statement(
  'applications.withdraw',
  (p: { id: string; upstreamIds: readonly string[] }) => sql`
    delete from application_services where application_id = ${p.id} and service_id = any(${p.upstreamIds}::uuid[])`,
);
export const withdrawUpstreams = (tx: Tx, id: string, upstreamIds: readonly string[]): Promise<number> =>
  tx.change(withdraw({ id, upstreamIds }));
