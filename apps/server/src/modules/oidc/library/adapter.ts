import Provider, {
  type Adapter,
  type AdapterPayload,
  type Client as BuiltClient,
  errors as oauth,
} from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type ClientDirectory,
  cibaGrant,
  deviceGrant,
  type Client as RegisteredClient,
} from '../../oauth-clients/index.ts';
import { onlyMethods } from '../assurance.ts';
import { secondsAfter } from '../lifetimes.ts';
import { issueOf } from '../tokens/issue.ts';
import {
  type ReusedKind,
  type RevocationDeps,
  revokeGrant,
  revokeReused,
  revokeToken,
} from '../tokens/revocation.ts';
import {
  findGrant,
  findToken,
  type GrantRow,
  hashOf,
  type NewToken,
  type Payload,
  type TokenKind,
  type TokenRow,
  tokenInsert,
} from '../tokens/store.ts';
import { claimsByScope, newInProfile } from './claims.ts';
import { protocolIdOf, storedIdOf } from './client-documents.ts';
import { describeClient, scopesOf } from './clients.ts';
import type { AssistantClients } from './discovery.ts';
import { originOf } from './origin.ts';
import { requestAdapter } from './request-adapter.ts';
import { resourceScopes } from './resources.ts';
import {
  addState,
  deleteState,
  findSessionByUid,
  findState,
  putState,
  type StateModel,
  settleState,
} from './state-store.ts';

export interface AdapterDeps extends RevocationDeps {
  database: Database;
  keyring: Keyring;
  directory: ClientDirectory;
  /** The resource of the tools (RFC 8707). */
  toolsResource: string;
  /** MCP_CLIENTS */
  clients: AssistantClients;
  /** SSO_STATE_KEY: keys the hashes of user codes. */
  stateKey: string;
}

/** The library's storage: one adapter for each of its models. */
export function createAdapter(deps: AdapterDeps): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clientAdapter(deps);
    if (model === 'Grant') return grantAdapter(deps);
    if (model === 'DeviceCode' || model === 'BackchannelAuthenticationRequest')
      return requestAdapter(deps, model);
    return isToken(model) ? tokenAdapter(deps, model) : stateAdapter(deps, model as StateModel);
  };
}

const tokenKinds: readonly string[] = [
  'AccessToken',
  'RefreshToken',
  'AuthorizationCode',
  'ClientCredentials',
];
const isToken = (model: string): model is TokenKind => tokenKinds.includes(model);

/** Methods that the library calls only for features that are disabled. */
const unusedMethods = {
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  // Tokens reference their grant's row and are deleted with it; see destroy in grantAdapter.
  revokeByGrantId: async () => undefined,
};
const refuseWrite = async (): Promise<never> => {
  throw new Error('the library may not write this model');
};

const authorizationRoutes: readonly string[] = ['authorization', 'resume', 'pushed_authorization_request'];

/**
 * Only the start of an authorization reads the document of a client: the other endpoints have no limit on callers,
 * who could make us fetch any address, and their clients are stored since the first consent.
 */
const beginsAuthorization = (): boolean => authorizationRoutes.includes(Provider.ctx?.oidc?.route ?? '');

const admittedOrigins: Readonly<Record<AssistantClients, readonly string[]>> = {
  registered: ['registered'],
  documents: ['registered', 'document'],
  dynamic: ['registered', 'document', 'dynamic'],
};

async function admittedClient(
  { directory, clients }: AdapterDeps,
  id: string,
): Promise<RegisteredClient | undefined> {
  const client = await directory.client(beginsAuthorization() ? id : storedIdOf(id));
  // A client with a document is known by its address alone, so that the document is read.
  if (client?.enabled !== true || protocolIdOf(client) !== id) return undefined;
  return admittedOrigins[clients].includes(client.origin) ? client : undefined;
}

function clientAdapter(deps: AdapterDeps): Adapter {
  return {
    ...unusedMethods,
    upsert: refuseWrite,
    destroy: refuseWrite,
    find: async (id) => {
      const client = await admittedClient(deps, id);
      return client && (describeClient(client) as AdapterPayload);
    },
  };
}

/**
 * The library serialises and hashes the description of a client at each request to find the client that it built,
 * and keeps a hundred. The directory returns the same object until the client changes, so that object is the key.
 */
export function keepBuiltClients(provider: Provider, deps: AdapterDeps): void {
  const built = new WeakMap<RegisteredClient, BuiltClient>();
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id) => {
    const client = typeof id === 'string' ? await admittedClient(deps, id) : undefined;
    if (client === undefined) return undefined;
    const found = built.get(client) ?? (await find(id));
    if (found !== undefined) built.set(client, found);
    return found;
  };
}

/** The library loads the same token and grant several times per request. */
const tokenByContext = new WeakMap<object, TokenRow>();

const reusedKinds: Readonly<Record<string, ReusedKind>> = {
  refresh_token: 'refresh_token',
  [deviceGrant]: 'device_code',
  [cibaGrant]: 'ciba',
};

function grantAdapter(deps: AdapterDeps): Adapter {
  const reader = deps.database.pipelined(systemIdentity);
  return {
    ...unusedMethods,
    upsert: refuseWrite,
    find: async (id) => {
      const ctx = Provider.ctx;
      const known = ctx === undefined ? undefined : tokenByContext.get(ctx)?.grant;
      const row = known?.id === id ? known : await findGrant(reader, id);
      if (row === undefined) return undefined;
      // An exchanged token rests on the grant of another client, and the library compares both.
      const holder = ctx === undefined ? undefined : tokenByContext.get(ctx);
      const isExchanged = holder?.grant?.id === id && ctx?.oidc.route !== 'token';
      return viewGrant(deps, isExchanged ? { ...row, client_id: holder.client_id } : row);
    },
    /** The library destroys a grant on reuse of a code or refresh token, and on revocation. */
    destroy: async (id) => {
      const ctx = Provider.ctx;
      if (ctx?.oidc.route !== 'token') return revokeGrant(deps, originOf(ctx), id);
      const kind = reusedKinds[String(ctx.oidc.params?.['grant_type'])] ?? 'code';
      return revokeReused(deps, originOf(ctx), { kind, grantId: id });
    },
  };
}

/**
 * The granted scopes that the client still holds, and their claims: a withdrawn scope is missing from every
 * later token.
 */
async function viewGrant(deps: AdapterDeps, row: GrantRow): Promise<AdapterPayload> {
  const client = await deps.directory.client(row.client_id);
  const current = new Set(client === undefined ? [] : scopesOf(client));
  const granted = row.scopes.filter((scope) => current.has(scope));
  return {
    jti: row.id,
    kind: 'Grant',
    accountId: row.user_id,
    clientId: client === undefined ? row.client_id : protocolIdOf(client),
    iat: epoch(row.created_at),
    exp: epoch(row.expires_at),
    openid: { scope: granted.join(' '), claims: granted.flatMap((scope) => claimsOfScope[scope] ?? []) },
    resources: resourceScopes(deps.toolsResource, granted),
    rejected: {
      openid: { scope: row.rejected_scopes.join(' '), claims: row.names_only ? newInProfile : [] },
      resources: resourceScopes(deps.toolsResource, row.rejected_scopes),
    },
  };
}

const claimsOfScope: Readonly<Record<string, readonly string[]>> = claimsByScope;

interface Search {
  readonly id: string;
  readonly row: Promise<TokenRow | undefined>;
}
const searchByContext = new WeakMap<object, Search>();

/** One request searches for the same token under every kind. */
function search(deps: AdapterDeps, ctx: object, id: string): Promise<TokenRow | undefined> {
  const known = searchByContext.get(ctx);
  if (known?.id === id) return known.row;
  const row = deps.tokens.load(hashOf(id));
  searchByContext.set(ctx, { id, row });
  return row;
}

function tokenAdapter(deps: AdapterDeps, kind: TokenKind): Adapter {
  const reader = deps.database.pipelined(systemIdentity);
  const find = async (id: string): Promise<TokenRow | undefined> => {
    const ctx = Provider.ctx;
    // Introspection and revocation search all kinds of token, so they share one cached answer. One-time
    // tokens are always read from the database, because their state decides.
    const searched = ctx === undefined || ctx.oidc.route === 'token' ? undefined : search(deps, ctx, id);
    if (searched !== undefined && (await searched)?.kind !== kind) return undefined;
    const row =
      kind === 'AccessToken' || kind === 'ClientCredentials'
        ? await (searched ?? deps.tokens.load(hashOf(id)))
        : await findToken(reader, hashOf(id));
    return row?.kind === kind ? row : undefined;
  };
  return {
    ...unusedMethods,
    upsert: async (id, payload, expiresIn) => {
      const token = describeToken(kind, id, payload, deps.now(), expiresIn ?? 0);
      const ctx = Provider.ctx;
      if (ctx?.oidc.route === 'token') issueOf(ctx).made.push(token);
      else await deps.database.reader(systemIdentity).run(tokenInsert(token));
    },
    find: async (id) => {
      const row = await find(id);
      if (row === undefined) return undefined;
      if (Provider.ctx !== undefined) tokenByContext.set(Provider.ctx, row);
      await revokeIfForeign(deps, row);
      return viewToken(id, row);
    },
    consume: async (id) => {
      const ctx = Provider.ctx;
      const grantId = ctx === undefined ? undefined : tokenByContext.get(ctx)?.grant_id;
      if (ctx?.oidc.route !== 'token' || grantId == null) throw new oauth.InvalidGrant('nothing to consume');
      const spent = kind === 'RefreshToken' ? 'refresh_token' : 'code';
      issueOf(ctx).spent = { hash: hashOf(id), kind: spent, grantId };
    },
    destroy: async (id) => {
      // A refresh token is revoked with its whole family through its grant.
      if (kind !== 'RefreshToken') await revokeToken(deps, originOf(Provider.ctx), hashOf(id));
    },
  };
}

/** A refresh token used by another client was stolen (contract 7.3); the library only rejects it. */
async function revokeIfForeign(deps: AdapterDeps, row: TokenRow): Promise<void> {
  const ctx = Provider.ctx;
  const caller = ctx?.oidc.client?.clientId;
  if (row.kind !== 'RefreshToken' || ctx?.oidc.route !== 'token' || row.grant_id === null) return;
  if (caller !== undefined && storedIdOf(caller) !== row.client_id)
    await revokeReused(deps, originOf(ctx), { kind: 'foreign_refresh_token', grantId: row.grant_id });
}

function describeToken(
  kind: TokenKind,
  id: string,
  payload: AdapterPayload,
  now: Date,
  expiresIn: number,
): NewToken {
  // The payload of the library contains the token itself, which must not be stored.
  const { jti: _secret, kind: _kind, ...rest } = payload;
  return {
    hash: hashOf(id),
    kind,
    clientId: storedIdOf(String(payload.clientId)),
    userId: payload.accountId ?? null,
    grantId: payload.grantId ?? null,
    payload: JSON.stringify(rest),
    createdAt: now,
    expiresAt: secondsAfter(now, expiresIn),
  };
}

function viewToken(id: string, row: TokenRow): AdapterPayload {
  const consumed = row.consumed_at === null ? {} : { consumed: epoch(row.consumed_at) };
  const amr = onlyMethods(row.payload['amr']);
  return { ...row.payload, amr, jti: id, kind: row.kind, ...consumed } as AdapterPayload;
}

function stateAdapter(deps: AdapterDeps, model: StateModel): Adapter {
  const reader = deps.database.reader(systemIdentity);
  const { keyring } = deps;
  return {
    ...unusedMethods,
    upsert: async (id, payload, expiresIn) => {
      const now = deps.now();
      const uid = model === 'Session' && typeof payload.uid === 'string' ? payload.uid : null;
      const expiresAt = secondsAfter(now, expiresIn ?? 0);
      const state = { model, id, uid, payload: payload as Payload, now, expiresAt };
      if (model !== 'ReplayDetection') return putState(reader, keyring, state);
      if (!(await addState(reader, keyring, state))) throw new oauth.InvalidRequest('a proof was used twice');
    },
    find: async (id) => {
      const row = await findState(reader, keyring, { model, id, now: deps.now() });
      if (row === undefined) return undefined;
      const consumed =
        model === 'PushedAuthorizationRequest' && row.settledAt !== null ? { consumed: true } : {};
      return { ...row.payload, ...consumed } as AdapterPayload;
    },
    findByUid: async (uid) =>
      (await findSessionByUid(reader, keyring, uid, deps.now()))?.payload as AdapterPayload | undefined,
    consume: async (id) => {
      if (!(await settleState(reader, keyring, { model, id, now: deps.now() })))
        throw new oauth.InvalidRequestUri('request_uri is invalid, expired, or was already used');
    },
    destroy: (id) => deleteState(reader, model, id),
  };
}

function epoch(timestamp: string): number {
  return Math.floor(new Date(timestamp).getTime() / 1000);
}
