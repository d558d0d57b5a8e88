import { createHash } from 'node:crypto';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw, type Statement } from '../../../kernel/db/query.ts';

export type TokenKind = 'AccessToken' | 'RefreshToken' | 'AuthorizationCode' | 'ClientCredentials';
export type Payload = Record<string, unknown>;

/** What is stored of a token, a code or a cookie is its hash: a copy of the database lets nobody in. */
export function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
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

export const tokenInsert = (token: NewToken): Statement<unknown> =>
  raw(
    `insert into oidc_tokens (hash, kind, client_id, user_id, grant_id, payload, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      token.hash,
      token.kind,
      token.clientId,
      token.userId,
      token.grantId,
      token.payload,
      token.createdAt,
      token.expiresAt,
    ],
    'oidc.token.insert',
  );

/** Tokens of applications that act for themselves hang on nothing that could be gone: they are stored together. */
export const ownTokensInsert = (tokens: readonly NewToken[]): Statement<unknown> =>
  raw(
    `insert into oidc_tokens (hash, kind, client_id, payload, created_at, expires_at)
     select * from unnest($1::bytea[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::timestamptz[])`,
    [
      tokens.map(({ hash }) => hash),
      tokens.map(({ kind }) => kind),
      tokens.map(({ clientId }) => clientId),
      tokens.map(({ payload }) => payload),
      tokens.map(({ createdAt }) => createdAt),
      tokens.map(({ expiresAt }) => expiresAt),
    ],
    'oidc.token.insert_own',
  );

/** A grant lives as long as the newest refresh token made from it. */
export const grantExtension = (grantId: string, until: Date): Statement<unknown> =>
  raw(
    'update oidc_grants set expires_at = $2 where id = $1 and expires_at < $2',
    [grantId, until],
    'oidc.grant.extend',
  );

export interface GrantRow {
  id: string;
  user_id: string;
  client_id: string;
  session_uid: string;
  scopes: string[];
  rejected_scopes: string[];
  created_at: string;
  expires_at: string;
}

export interface TokenRow {
  kind: TokenKind;
  client_id: string;
  user_id: string | null;
  grant_id: string | null;
  payload: Payload;
  created_at: string;
  expires_at: string;
  consumed_at: string | null;
  grant: GrantRow | null;
}

/**
 * One question for a token, the grant behind it and the person it speaks for. A token of somebody whose account was
 * disabled or deleted, or whose tokens were revoked after it was given, is as if it had never been.
 */
export const findToken = (db: Reader | Tx, hash: Buffer): Promise<TokenRow | undefined> =>
  db.first(
    raw<TokenRow>(
      `select token.kind, token.client_id, token.user_id, token.grant_id, token.payload, token.created_at,
         token.expires_at, token.consumed_at,
         case when allowed.id is not null then jsonb_build_object('id', allowed.id, 'user_id', allowed.user_id,
           'client_id', allowed.client_id, 'session_uid', allowed.session_uid, 'scopes', allowed.scopes,
           'rejected_scopes', allowed.rejected_scopes, 'created_at', allowed.created_at,
           'expires_at', allowed.expires_at) end as "grant"
       from oidc_tokens as token
         left join oidc_grants as allowed on allowed.id = token.grant_id
         left join users as person on person.id = token.user_id
       where token.hash = $1 and (token.user_id is null or (person.active and person.deleted_at is null
         and (person.tokens_revoked_before is null or person.tokens_revoked_before < token.created_at)))`,
      [hash],
      'oidc.token.find',
    ),
  );

/** Uses up a code or a refresh token: of any number of callers one commits, the others' transactions fail. */
export const tokenSpending = (hash: Buffer, now: Date): Statement<unknown> =>
  raw('select oidc_consume($1, $2)', [hash, now], 'oidc.token.consume');

export function isSpent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TG001';
}

export const deleteToken = (tx: Tx, hash: Buffer): Promise<{ client_id: string } | undefined> =>
  tx.first(
    raw<{ client_id: string }>(
      'delete from oidc_tokens where hash = $1 returning client_id',
      [hash],
      'oidc.token.delete',
    ),
  );

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

export const grantInsert = (grant: NewGrant): Statement<unknown> =>
  raw(
    `insert into oidc_grants (id, user_id, client_id, session_uid, scopes, rejected_scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      grant.id,
      grant.userId,
      grant.clientId,
      grant.sessionUid,
      grant.scopes,
      grant.rejectedScopes,
      grant.createdAt,
      grant.expiresAt,
    ],
    'oidc.grant.insert',
  );

export const findGrant = (db: Reader | Tx, id: string): Promise<GrantRow | undefined> =>
  db.first(
    raw<GrantRow>(
      `select id, user_id, client_id, session_uid, scopes, rejected_scopes, created_at, expires_at
       from oidc_grants where id = $1`,
      [id],
      'oidc.grant.find',
    ),
  );

export interface RevokedGrant {
  id: string;
  user_id: string;
  client_id: string;
}
const revoked = 'returning id, user_id, client_id';

export const deleteGrant = (tx: Tx, id: string): Promise<RevokedGrant[]> =>
  tx.run(raw<RevokedGrant>(`delete from oidc_grants where id = $1 ${revoked}`, [id], 'oidc.grant.delete'));

/** Everything the person of this grant gave to its application. */
export const deleteGrantsLike = (tx: Tx, id: string): Promise<RevokedGrant[]> =>
  tx.run(
    raw<RevokedGrant>(
      `delete from oidc_grants where (user_id, client_id) in (
         select user_id, client_id from oidc_grants where id = $1) ${revoked}`,
      [id],
      'oidc.grant.delete_like',
    ),
  );

export const deleteGrantsOf = (tx: Tx, userId: string, clientId: string): Promise<RevokedGrant[]> =>
  tx.run(
    raw<RevokedGrant>(`delete from oidc_grants where user_id = $1 and client_id = $2 ${revoked}`, [
      userId,
      clientId,
    ]),
  );

/** What ends with a session: all but what was asked to outlive it. */
export const deleteGrantsOfSession = (tx: Tx, sessionUid: string): Promise<RevokedGrant[]> =>
  tx.run(
    raw<RevokedGrant>(
      `delete from oidc_grants where session_uid = $1 and not ('offline_access' = any (scopes)) ${revoked}`,
      [sessionUid],
    ),
  );

/** The sign-in at Tamga behind a sign-in at the provider, and whether it still stands. */
export interface LoginRow {
  created_at: string;
  alive: boolean;
}
export const findLogin = (
  db: Reader | Tx,
  login: { sessionId: string; userId: string; now: Date },
): Promise<LoginRow | undefined> =>
  db.first(
    raw<LoginRow>(
      `select login.created_at, login.ended_at is null and login.expires_at > $3 and person.active
         and person.deleted_at is null and (person.tokens_revoked_before is null
           or person.tokens_revoked_before < login.rotated_at) as alive
       from sessions as login join users as person on person.id = login.user_id
       where login.id = $1 and login.user_id = $2`,
      [login.sessionId, login.userId, login.now],
      'oidc.login.find',
    ),
  );

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.change(raw('delete from oidc_tokens where expires_at < $1', [now]));
  await tx.change(raw('delete from oidc_states where expires_at < $1', [now]));
  await tx.change(raw('delete from oidc_grants where expires_at < $1', [now]));
  await tx.change(raw('delete from oidc_consents where expires_at < $1', [now]));
}
