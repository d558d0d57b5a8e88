import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import type { ApplicationType, AuthMethod, PublicJwk } from './schemas.ts';

/** As kept in the options column. */
export interface StoredOptions {
  require_par?: boolean;
  dpop?: boolean;
  jwks?: { keys: PublicJwk[] };
  backchannel_logout_uri?: string;
  national_id?: boolean;
  /** Pairwise subjects. The host is that of the moment they were chosen: a later move must not change the subjects. */
  pairwise?: { host: string | null };
}

/** What may be changed of an application. */
export interface ApplicationFacts {
  name: string;
  type: ApplicationType;
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

export interface ApplicationRow extends ApplicationFacts {
  id: string;
  service_ids: string[];
  service_scopes: string[];
  old_secret_ends_at: string | null;
  created_at: string;
  updated_at: string | null;
}

export interface ClientRow extends ApplicationFacts {
  id: string;
  service_scopes: string[];
  secrets: { sealed_hash: string; expires_at: string | null }[];
}

const facts = `a.id, a.name, a.type, a.auth_method, a.grant_types, a.scopes, a.redirect_uris,
  a.post_logout_redirect_uris, a.tags, a.enabled, a.options, a.limit_per_minute, a.limit_burst, a.daily_quota,
  array(select s.scope from application_services g join gateway_services s on s.id = g.service_id
    where g.application_id = a.id order by s.scope) as service_scopes`;
const views = `${facts}, a.created_at, a.updated_at,
  array(select g.service_id::text from application_services g where g.application_id = a.id order by 1) as service_ids,
  (select expires_at from application_secrets k where k.application_id = a.id and k.expires_at is not null)
    as old_secret_ends_at`;

export const listApplications = (db: Reader | Tx): Promise<ApplicationRow[]> =>
  db.run(
    raw<ApplicationRow>(
      `select ${views} from applications a order by a.created_at desc, a.id`,
      [],
      'applications.list',
    ),
  );

export const findApplication = (db: Reader | Tx, id: string): Promise<ApplicationRow | undefined> =>
  db.first(
    raw<ApplicationRow>(`select ${views} from applications a where a.id = $1`, [id], 'applications.one'),
  );

/** One change of an application at a time; read after the lock was waited for, so that the last change is seen. */
export async function findApplicationForUpdate(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  await tx.run(raw('select from applications where id = $1 for update', [id], 'applications.lock'));
  return findApplication(tx, id);
}

/** All that is asked of an application while it signs somebody in or calls a service, in one round trip. */
export const findClient = (db: Reader, id: string): Promise<ClientRow | undefined> =>
  db.first(
    raw<ClientRow>(
      `select ${facts}, (select coalesce(json_agg(json_build_object('sealed_hash', k.sealed_hash,
          'expires_at', k.expires_at)), '[]') from application_secrets k where k.application_id = a.id) as secrets
       from applications a where a.id = $1`,
      [id],
      'applications.client',
    ),
  );

const valuesOf = (app: ApplicationFacts) => [
  app.name,
  app.type,
  app.auth_method,
  app.grant_types,
  app.scopes,
  app.redirect_uris,
  app.post_logout_redirect_uris,
  app.tags,
  app.enabled,
  JSON.stringify(app.options),
  app.limit_per_minute,
  app.limit_burst,
  app.daily_quota,
];

/** False when the id is taken. */
export const insertApplication = async (
  tx: Tx,
  id: string,
  app: ApplicationFacts,
  by: { createdBy: string | null; now: Date },
): Promise<boolean> =>
  (await tx.change(
    raw(
      `insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris,
         post_logout_redirect_uris, tags, enabled, options, limit_per_minute, limit_burst, daily_quota, created_by,
         created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict do nothing`,
      [id, ...valuesOf(app), by.createdBy, by.now],
      'applications.insert',
    ),
  )) === 1;

export const updateApplication = (tx: Tx, id: string, app: ApplicationFacts, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update applications set name = $2, type = $3, auth_method = $4, grant_types = $5, scopes = $6,
         redirect_uris = $7, post_logout_redirect_uris = $8, tags = $9, enabled = $10, options = $11,
         limit_per_minute = $12, limit_burst = $13, daily_quota = $14, updated_at = $15
       where id = $1`,
      [id, ...valuesOf(app), now],
      'applications.update',
    ),
  );

export const touchApplication = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(raw('update applications set updated_at = $2 where id = $1', [id, now], 'applications.touch'));

export const deleteApplication = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.change(raw('delete from applications where id = $1', [id], 'applications.delete'))) === 1;

export const insertSecret = (tx: Tx, id: string, sealedHash: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      'insert into application_secrets (application_id, sealed_hash, created_at) values ($1, $2, $3)',
      [id, sealedHash, now],
      'applications.insert_secret',
    ),
  );

export const deleteSecrets = (tx: Tx, id: string): Promise<number> =>
  tx.change(
    raw('delete from application_secrets where application_id = $1', [id], 'applications.delete_secrets'),
  );

/** The current secret begins to end; one that was already ending is gone, so that never more than two live. */
export async function endCurrentSecret(tx: Tx, id: string, endsAt: Date): Promise<void> {
  await tx.change(
    raw(
      'delete from application_secrets where application_id = $1 and expires_at is not null',
      [id],
      'applications.delete_ending_secret',
    ),
  );
  await tx.change(
    raw(
      'update application_secrets set expires_at = $2 where application_id = $1 and expires_at is null',
      [id, endsAt],
      'applications.end_secret',
    ),
  );
}

export const listServiceIds = (tx: Tx, ids: readonly string[]): Promise<{ id: string }[]> =>
  // Held until the commit: a service that is deleted meanwhile waits, and takes the grant with it.
  tx.run(
    raw<{ id: string }>(
      'select id from gateway_services where id = any($1::uuid[]) order by id for key share',
      [ids],
      'applications.hold_services',
    ),
  );

export const grantServices = (
  tx: Tx,
  id: string,
  serviceIds: readonly string[],
  now: Date,
): Promise<number> =>
  tx.change(
    raw(
      `insert into application_services (application_id, service_id, granted_at)
       select $1, unnest($2::uuid[]), $3 on conflict do nothing`,
      [id, serviceIds, now],
      'applications.grant',
    ),
  );

export const withdrawServices = (tx: Tx, id: string, serviceIds: readonly string[]): Promise<number> =>
  tx.change(
    raw(
      'delete from application_services where application_id = $1 and service_id = any($2::uuid[])',
      [id, serviceIds],
      'applications.withdraw',
    ),
  );
