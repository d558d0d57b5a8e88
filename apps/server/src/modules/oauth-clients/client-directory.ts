import { timingSafeEqual } from 'node:crypto';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { hashSecret, openSealedHash } from '../../kernel/security/secrets.ts';
import type {
  AuthMethod,
  ClientOrigin,
  ClientType,
  IdTokenAlg,
  Profile,
  PublicJwk,
  SecretMethod,
  Stage,
} from './schemas.ts';
import { secretPurpose } from './secrets.ts';
import { type ClientWithSecrets, findClientWithSecrets } from './store.ts';
import { listUpstreams, type UpstreamRow } from './upstream-store.ts';
import { scopesOf } from './view.ts';

export interface ClientOptions {
  /** The only accepted way to send the secret; undefined if both are accepted. */
  readonly secretMethod: SecretMethod | undefined;
  /** False only if an administrator waived PKCE and nonce: the client is weak against injected codes. */
  readonly requirePkce: boolean;
  /** Whether names, `email` and `ge_id` are in the id_token as well as at /userinfo. */
  readonly idTokenClaims: boolean;
  readonly idTokenAlg: IdTokenAlg;
  readonly profile: Profile | undefined;
  /** Access tokens are bound to the client's TLS certificate (RFC 8705). */
  readonly certificateBound: boolean;
  /** Where a decided CIBA request is announced; undefined if the client polls. */
  readonly notificationEndpoint: string | undefined;
  /** Clients whose tokens this one may exchange for its own (RFC 8693). */
  readonly exchangeFrom: readonly string[];
  readonly requirePar: boolean;
  /** Access tokens are bound to the key of a DPoP proof. */
  readonly dpop: boolean;
  readonly jwks: { readonly keys: readonly PublicJwk[] } | undefined;
  readonly jwksUri: string | undefined;
  readonly backchannelLogoutUri: string | undefined;
  /** Approved by an administrator: the client may ask for the scope nationalid. */
  readonly nationalId: boolean;
  /** The tools that an administrator named for its own tokens. */
  readonly tools: { readonly scopes: readonly string[]; readonly expiresAt: Date | null } | undefined;
  /** Set if the client knows people by pairwise subjects; see the provider's subjects. */
  readonly pairwise: { readonly host: string | null } | undefined;
}

/** The current state of a client. A disabled client is still found, so that an error can name it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** Registered by an administrator, described by a document of its own, or registered by itself. */
  readonly origin: ClientOrigin;
  /** The address of its document, by which the protocol knows it. */
  readonly documentUrl: string | undefined;
  readonly type: ClientType;
  readonly enabled: boolean;
  /** On trial, only the owners can sign in. */
  readonly stage: Stage;
  /** Listed in SSO_FIRSTPARTY_CLIENTS: people are not asked for consent. */
  readonly firstParty: boolean;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly authMethod: AuthMethod;
  /** The client's own scopes and those of the upstreams granted to it now. */
  readonly scopes: readonly string[];
  readonly secrets: readonly {
    readonly id: string;
    readonly hash: Buffer;
    readonly expiresAt: Date | null;
  }[];
  readonly options: ClientOptions;
  readonly limits: {
    readonly perMinute: number;
    readonly burst: number;
    readonly dailyQuota: number | null;
  };
}

export interface RegisteredUpstream {
  readonly id: string;
  readonly name: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly retries: number;
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly tags: readonly string[];
  readonly enabled: boolean;
  readonly scope: string;
}

/**
 * Answers from the cache while the bus is live, otherwise from the database; throws if neither is available.
 */
export interface ClientDirectory {
  client(id: string): Promise<Client | undefined>;
  upstreamByName(name: string): Promise<RegisteredUpstream | undefined>;
}

/** Every change of a client, secret, upstream or grant is published here in its transaction. */
export const clientsChannel = 'applications';

export interface ClientDirectoryDeps {
  database: Database;
  bus: Bus;
  keyring: Keyring;
  firstPartyClients: readonly string[];
}

const allUpstreams = 'all';

export function createClientDirectory(deps: ClientDirectoryDeps): ClientDirectory {
  const reader = deps.database.reader(systemIdentity);
  const firstParty = new Set(deps.firstPartyClients);
  const clients = createBusCache<Client | undefined>(deps.bus, async (id) => {
    const row = await findClientWithSecrets(reader, id);
    return row === undefined ? undefined : clientOf(row, firstParty.has(id), deps.keyring);
  });
  // There are few upstreams: one cache key holds all of them, so that an unknown name costs no query.
  const upstreams = createBusCache<ReadonlyMap<string, RegisteredUpstream>>(
    deps.bus,
    async () => new Map((await listUpstreams(reader)).map((row) => [row.name, upstreamOf(row)])),
  );
  deps.bus.on(clientsChannel, (payload) => {
    const id = payload['application_id'];
    if (typeof id === 'string') return clients.forget(id);
    upstreams.forget(allUpstreams);
    clients.forgetWhere(() => true);
  });
  return {
    client: (id) => clients.load(id),
    upstreamByName: async (name) => (await upstreams.load(allUpstreams)).get(name),
  };
}

/**
 * The id of the secret that was presented. Compares in constant time with each secret that is live at `now`; a
 * disabled client never matches.
 */
export function matchSecret(client: Client, presented: string, now: Date): string | undefined {
  if (!client.enabled || presented.length > 1024) return undefined;
  const hash = hashSecret(presented);
  let matching: string | undefined;
  for (const { id, hash: kept, expiresAt } of client.secrets) {
    const live = expiresAt === null || expiresAt > now;
    if (live && timingSafeEqual(kept, hash)) matching = id;
  }
  return matching;
}

export function clientOf(row: ClientWithSecrets, firstParty: boolean, keyring: Keyring): Client {
  const { options } = row;
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    documentUrl: row.document_url ?? undefined,
    type: row.type,
    enabled: row.enabled,
    stage: row.stage,
    firstParty,
    redirectUris: row.redirect_uris,
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    grantTypes: row.grant_types,
    authMethod: row.auth_method,
    scopes: scopesOf(row),
    secrets: row.secrets.map((secret) => ({
      id: secret.id,
      hash: openSealedHash(keyring, secret.sealed_hash, secretPurpose),
      expiresAt: secret.expires_at === null ? null : new Date(secret.expires_at),
    })),
    options: {
      secretMethod: options.secret_method,
      requirePkce: options.pkce_waived !== true,
      idTokenClaims: options.id_token_claims !== false,
      idTokenAlg: options.id_token_alg ?? 'RS256',
      profile: options.profile,
      certificateBound: options.certificate_bound === true,
      notificationEndpoint: options.notification_endpoint,
      exchangeFrom: options.exchange_from ?? [],
      requirePar: options.require_par === true,
      dpop: options.dpop === true,
      jwks: options.jwks,
      jwksUri: options.jwks_uri,
      backchannelLogoutUri: options.backchannel_logout_uri,
      nationalId: options.national_id === true,
      tools: options.tools && {
        scopes: options.tools.scopes,
        expiresAt: options.tools.expires_at === null ? null : new Date(options.tools.expires_at),
      },
      pairwise: options.pairwise,
    },
    limits: { perMinute: row.limit_per_minute, burst: row.limit_burst, dailyQuota: row.daily_quota },
  };
}

function upstreamOf(row: UpstreamRow): RegisteredUpstream {
  return {
    id: row.id,
    name: row.name,
    protocol: row.protocol,
    host: row.host,
    port: row.port,
    path: row.path,
    retries: row.retries,
    connectTimeoutMs: row.connect_timeout_ms,
    maxBodyBytes: row.max_body_bytes,
    tags: row.tags,
    enabled: row.enabled,
    scope: row.scope,
  };
}
