import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { type Statement, statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed, computedJson, nullable, type RowOf } from '../../../kernel/db/row-shape.ts';

export type TokenKind = 'AccessToken' | 'RefreshToken' | 'AuthorizationCode' | 'ClientCredentials';
export type Payload = Record<string, unknown>;

declare module '../../../kernel/db/schema.ts' {
  interface JsonShapes {
    'oidc_tokens.payload': Payload;
  }
}

/** Only hashes of tokens, codes and cookies are stored: a copy of the database gives no access. */
export function hashOf(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

export interface NewToken {
  hash: Buffer;
  kind: TokenKind;
  clientId: string;
  userId: string | null;
  grantId: string | null;
  payload: string;
  createdAt: Date;
  expiresAt: Date;
}

const insert = statement(
  'oidc.token.insert',
  (p: NewToken) => sql`
    insert into oidc_tokens (hash, kind, client_id, user_id, grant_id, payload, created_at, expires_at)
    values (${p.hash}, ${p.kind}, ${p.clientId}, ${p.userId}, ${p.grantId}, ${p.payload}, ${p.createdAt}, ${p.expiresAt})`,
);
export const tokenInsert = (token: NewToken): Statement<unknown> => insert(token);

const insertOwn = statement(
  'oidc.token.insert_own',
  (p: {
    hashes: Buffer<ArrayBufferLike>[];
    kinds: TokenKind[];
    clientIds: string[];
    payloads: string[];
    createdAts: Date[];
    expiresAts: Date[];
  }) => sql`
    insert into oidc_tokens (hash, kind, client_id, payload, created_at, expires_at)
    select * from unnest(${p.hashes}::bytea[], ${p.kinds}::text[], ${p.clientIds}::text[], ${p.payloads}::jsonb[], ${p.createdAts}::timestamptz[], ${p.expiresAts}::timestamptz[])`,
);
/**
 * Tokens of clients that act for themselves reference no grant that could be gone, so they are stored in one
 * batch.
 */
export const ownTokensInsert = (tokens: readonly NewToken[]): Statement<unknown> =>
  insertOwn({
    hashes: tokens.map(({ hash }) => hash),
    kinds: tokens.map(({ kind }) => kind),
    clientIds: tokens.map(({ clientId }) => clientId),
    payloads: tokens.map(({ payload }) => payload),
    createdAts: tokens.map(({ createdAt }) => createdAt),
    expiresAts: tokens.map(({ expiresAt }) => expiresAt),
  });

const extend = statement(
  'oidc.grant.extend',
  (p: { grantId: string; until: Date }) => sql`
    update oidc_grants set expires_at = ${p.until} where id = ${p.grantId} and expires_at < ${p.until}`,
);
/** A grant lives as long as its newest refresh token. */
export const grantExtension = (grantId: string, until: Date): Statement<unknown> =>
  extend({ grantId, until });

const grantRow = columnsOf(
  'oidc_grants',
  'id user_id client_id session_uid scopes rejected_scopes names_only created_at expires_at',
);
export type GrantRow = RowOf<typeof grantRow>;

const tokenRow = {
  ...columnsOf('oidc_tokens', 'kind client_id user_id grant_id payload created_at expires_at consumed_at'),
  grant: nullable(computedJson<GrantRow>('jsonb')),
  role_key: nullable(computed('text')),
};
export type TokenRow = RowOf<typeof tokenRow>;

const find = statement(
  'oidc.token.find',
  tokenRow,
  (p: { hash: Buffer }) => sql`
    select token.kind, token.client_id, token.user_id, token.grant_id, token.payload, token.created_at,
      token.expires_at, token.consumed_at,
      case when allowed.id is not null then jsonb_build_object('id', allowed.id, 'user_id', allowed.user_id,
        'client_id', allowed.client_id, 'session_uid', allowed.session_uid, 'scopes', allowed.scopes,
        'rejected_scopes', allowed.rejected_scopes, 'names_only', allowed.names_only, 'created_at', allowed.created_at,
        'expires_at', allowed.expires_at) end as "grant",
      (select role.key from roles as role where role.id = person.role_id) as role_key
    from oidc_tokens as token
      left join oidc_grants as allowed on allowed.id = token.grant_id
      left join users as person on person.id = token.user_id
    where token.hash = ${p.hash} and (token.user_id is null or (person.active and person.deleted_at is null
      and (person.tokens_revoked_before is null or person.tokens_revoked_before < token.created_at)))`,
);
/**
 * One query reads a token, its grant, and its person with the role of this moment. A token is not found if the account is disabled or
 * deleted, or if its tokens were revoked after it was issued.
 */
export const findToken = (db: Reader | Tx, hash: Buffer): Promise<TokenRow | undefined> =>
  db.first(find({ hash }));

const consume = statement(
  'oidc.token.consume',
  (p: { hash: Buffer; now: Date }) => sql`select oidc_consume(${p.hash}, ${p.now})`,
);
/**
 * Consumes a code or refresh token: of concurrent callers one commits, the transactions of the others fail.
 */
export const tokenSpending = (hash: Buffer, now: Date): Statement<unknown> => consume({ hash, now });

export function isSpent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TG001';
}

const removeToken = statement(
  'oidc.token.delete',
  columnsOf('oidc_tokens', 'client_id'),
  (p: { hash: Buffer }) => sql`delete from oidc_tokens where hash = ${p.hash} returning client_id`,
);
export const deleteToken = (tx: Tx, hash: Buffer): Promise<{ client_id: string } | undefined> =>
  tx.first(removeToken({ hash }));

export interface NewGrant {
  id: string;
  userId: string;
  clientId: string;
  sessionUid: string;
  scopes: readonly string[];
  rejectedScopes: readonly string[];
  createdAt: Date;
  expiresAt: Date;
}

const insertGrant = statement(
  'oidc.grant.insert',
  (p: NewGrant) => sql`
    insert into oidc_grants (id, user_id, client_id, session_uid, scopes, rejected_scopes, created_at, expires_at)
    values (${p.id}, ${p.userId}, ${p.clientId}, ${p.sessionUid}, ${p.scopes}, ${p.rejectedScopes}, ${p.createdAt}, ${p.expiresAt})`,
);
export const grantInsert = (grant: NewGrant): Statement<unknown> => insertGrant(grant);

const findGrantById = statement(
  'oidc.grant.find',
  grantRow,
  (p: { id: string }) => sql`
    select id, user_id, client_id, session_uid, scopes, rejected_scopes, names_only, created_at, expires_at
    from oidc_grants where id = ${p.id}`,
);
export const findGrant = (db: Reader | Tx, id: string): Promise<GrantRow | undefined> =>
  db.first(findGrantById({ id }));

const revokedGrant = columnsOf('oidc_grants', 'id user_id client_id');
export type RevokedGrant = RowOf<typeof revokedGrant>;
const revoked = sql`returning id, user_id, client_id`;

const removeGrant = statement(
  'oidc.grant.delete',
  revokedGrant,
  (p: { id: string }) => sql`delete from oidc_grants where id = ${p.id} ${revoked}`,
);
export const deleteGrant = (tx: Tx, id: string): Promise<RevokedGrant[]> => tx.run(removeGrant({ id }));

const deleteLike = statement(
  'oidc.grant.delete_like',
  revokedGrant,
  (p: { id: string }) => sql`
    delete from oidc_grants where (user_id, client_id) in (
    select user_id, client_id from oidc_grants where id = ${p.id}) ${revoked}`,
);
/** Deletes all grants of the same person and client. */
export const deleteGrantsLike = (tx: Tx, id: string): Promise<RevokedGrant[]> => tx.run(deleteLike({ id }));

const removeGrantsOf = statement(
  'oidc.tokens.delete_grants_of',
  revokedGrant,
  (p: { userId: string; clientId: string }) => sql`
    delete from oidc_grants where user_id = ${p.userId} and client_id = ${p.clientId} ${revoked}`,
);
export const deleteGrantsOf = (tx: Tx, userId: string, clientId: string): Promise<RevokedGrant[]> =>
  tx.run(removeGrantsOf({ userId, clientId }));

const removeEveryGrant = statement(
  'oidc.tokens.delete_every_grant',
  revokedGrant,
  (p: { userId: string }) => sql`delete from oidc_grants where user_id = ${p.userId} ${revoked}`,
);
export const deleteEveryGrant = (tx: Tx, userId: string): Promise<RevokedGrant[]> =>
  tx.run(removeEveryGrant({ userId }));

const removeGrantsOfSession = statement(
  'oidc.tokens.delete_grants_of_session',
  revokedGrant,
  (p: { sessionUid: string }) => sql`
    delete from oidc_grants where session_uid = ${p.sessionUid} and not ('offline_access' = any (scopes)) ${revoked}`,
);
/** Grants with offline access outlive the session. */
export const deleteGrantsOfSession = (tx: Tx, sessionUid: string): Promise<RevokedGrant[]> =>
  tx.run(removeGrantsOfSession({ sessionUid }));

/** The Tamga session behind a sign-in at the provider, and whether it is still valid. */
const loginRow = { ...columnsOf('sessions', 'method created_at pin2_at'), alive: computed('bool') };
export type LoginRow = RowOf<typeof loginRow>;
const loginOf = statement(
  'oidc.login.find',
  loginRow,
  (p: { sessionId: string; userId: string; now: Date }) => sql`
    select login.method, login.created_at, login.pin2_at, login.ended_at is null and login.expires_at > ${p.now} and person.active
      and person.deleted_at is null and (person.tokens_revoked_before is null
        or person.tokens_revoked_before < login.rotated_at) as alive
    from sessions as login join users as person on person.id = login.user_id
    where login.id = ${p.sessionId} and login.user_id = ${p.userId}`,
);
export const findLogin = (
  db: Reader | Tx,
  login: { sessionId: string; userId: string; now: Date },
): Promise<LoginRow | undefined> => db.first(loginOf(login));

const deleteExpiredTokens = statement(
  'oidc_tokens.delete_expired',
  (p: { now: Date }) => sql`delete from oidc_tokens where expires_at < ${p.now}`,
);
const deleteExpiredStates = statement(
  'oidc_states.delete_expired',
  (p: { now: Date }) => sql`delete from oidc_states where expires_at < ${p.now}`,
);
const deleteExpiredGrants = statement(
  'oidc_grants.delete_expired',
  (p: { now: Date }) => sql`delete from oidc_grants where expires_at < ${p.now}`,
);
const deleteExpiredConsents = statement(
  'oidc_consents.delete_expired',
  (p: { now: Date }) => sql`delete from oidc_consents where expires_at < ${p.now}`,
);
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.change(deleteExpiredTokens({ now }));
  await tx.change(deleteExpiredStates({ now }));
  await tx.change(deleteExpiredGrants({ now }));
  await tx.change(deleteExpiredConsents({ now }));
}
