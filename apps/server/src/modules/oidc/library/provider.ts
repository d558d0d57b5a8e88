import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import Provider, { type Configuration, type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import { DatabaseUnavailable } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { secretMatches } from '../../oauth-clients/index.ts';
import { type Challenges, randomId } from '../challenges/challenges.ts';
import { findConsent } from '../challenges/consent-store.ts';
import { askToSignOut } from '../challenges/logout.ts';
import type { SigningKey } from '../keys/keys.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { commitIssue } from '../tokens/issue.ts';
import { proofAlgorithms } from '../tokens/proofs.ts';
import { grantInsert, hashOf } from '../tokens/store.ts';
import { accountFinder, claimsByScope } from './account.ts';
import { type AdapterDeps, createAdapter } from './adapter.ts';
import { scopesOf } from './clients.ts';
import { publishDiscovery } from './discovery.ts';
import { originOf } from './origin.ts';
import type { Outgoing } from './outgoing.ts';
import { showFailure } from './pages.ts';
import { createPolicy, listedScopes, needsPerson, offlineParameter, scopeChecker } from './policy.ts';

export interface ProviderDeps extends AdapterDeps {
  issuer: string;
  stateKey: string;
  challenges: Challenges;
  outgoing: Outgoing;
  subjects: Subjects;
  sessionTtlSeconds: number;
  /** Told what went wrong on our side; nothing that a caller sent is in it. */
  onFailure: (error: Error) => void;
}

export const paths = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  pushed_authorization_request: '/oauth2/par',
  end_session: '/oauth2/sessions/logout',
  jwks: '/.well-known/jwks.json',
  userinfo: '/userinfo',
} as const;

/** One provider for one set of keys: the library takes them at construction and for good. */
export function createProvider(deps: ProviderDeps, keys: readonly SigningKey[]): Provider {
  const provider = new Provider(deps.issuer, configure(deps, keys));
  // The address in every answer is the issuer's, whichever way the request came; mounts.ts sets the headers it reads.
  provider.proxy = true;
  tightenClients(provider, deps);
  keepServiceScopes(provider);
  provider.use((ctx, next) => surround(deps, provider, ctx as unknown as KoaContextWithOIDC, next));
  provider.on('server_error', (ctx, error) => {
    failures.set(ctx, error);
    deps.onFailure(error);
  });
  (provider as EventEmitter).on('error', (error: Error) => deps.onFailure(error));
  return provider;
}

function configure(deps: ProviderDeps, keys: readonly SigningKey[]): Configuration {
  const { issuer, directory, challenges } = deps;
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: true,
  } as const;
  return {
    adapter: createAdapter(deps),
    jwks: { keys: keys.map(({ kid, jwk }) => ({ ...jwk, kid, use: 'sig', alg: 'RS256' })) as never },
    routes: paths,
    scopes: [...listedScopes],
    claims: claimsByScope,
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_ctx, accountId, client) => subjectFor(deps, client.clientId, accountId),
    sectorIdentifierUriValidate: () => false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      keys: [createHmac('sha256', deps.stateKey).update('oidc cookies').digest('base64url')],
      names: {
        session: 'tamga_op_session',
        interaction: 'tamga_op_interaction',
        resume: 'tamga_op_resume',
      },
      long: cookie,
      short: cookie,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: () => undefined },
      introspection: {
        enabled: true,
        // A token tells only its own application about itself, and only one that can prove who it is.
        allowedPolicy: (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
    },
    // A token is given back alone, a refresh token with its family.
    revokeGrantPolicy: (ctx) =>
      ctx.oidc.route !== 'revocation' || ctx.oidc.entities.RefreshToken !== undefined,
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      ClientCredentials: lifetimes.accessToken,
      IdToken: lifetimes.idToken,
      RefreshToken: lifetimes.refreshToken,
      Interaction: lifetimes.challenge,
      Session: deps.sessionTtlSeconds,
      Grant: lifetimes.grant,
    },
    extraParams: { [offlineParameter]: scopeChecker(directory) },
    extraTokenClaims: async (_ctx, token) => {
      if (token.kind === 'ClientCredentials') await checkOwnScopes(deps, token.clientId, token.scope);
      return undefined;
    },
    interactions: {
      policy: createPolicy(directory),
      url: (_ctx, interaction) => challenges.pageOf(interaction.prompt.name, interaction.uid),
    },
    loadExistingGrant: (ctx) => findAllowed(deps, ctx),
    findAccount: accountFinder(deps),
    clientBasedCORS: (ctx, origin, client) =>
      (ctx.oidc.route === 'userinfo' || client.clientAuthMethod === 'none') &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    renderError: (ctx, out) => showFailure(ctx, out, issuer),
    fetch: deps.outgoing,
  };
}

async function subjectFor(deps: ProviderDeps, clientId: string, userId: string): Promise<string> {
  const client = await deps.directory.client(clientId);
  if (client === undefined) throw new oauth.InvalidClient('client is invalid', 'client not found');
  return deps.subjects.of(client, userId);
}

/** An application that acts for itself gets the scopes it holds at this moment and no other. */
async function checkOwnScopes(
  deps: ProviderDeps,
  clientId: string | undefined,
  scope: string | undefined,
): Promise<void> {
  const client = clientId === undefined ? undefined : await deps.directory.client(clientId);
  const allowed = new Set(client === undefined ? [] : scopesOf(client));
  const refused = scope?.split(' ').find((name) => !allowed.has(name));
  if (refused !== undefined) throw new oauth.InvalidScope('requested scope is not allowed', refused);
}

/**
 * What this request may have without a page: what was just allowed, everything for an application of our own, and what
 * the person allowed within the last thirty days. Each authorization is a grant of its own.
 */
async function findAllowed(deps: ProviderDeps, ctx: KoaContextWithOIDC) {
  const { oidc } = ctx;
  const decided = oidc.result?.consent?.grantId;
  if (decided !== undefined) return oidc.provider.Grant.find(decided);
  const { account, client, session } = oidc;
  if (account === undefined || client === undefined || session === undefined) return undefined;
  if (oidc.promptPending('login') || oidc.promptPending('consent')) return undefined;
  const asked = [...oidc.requestParamScopes];
  const application = await deps.directory.client(client.clientId);
  if (application === undefined || needsPerson(application, oidc.params?.['redirect_uri'])) return undefined;
  const key = { userId: account.accountId, clientId: client.clientId, now: deps.now() };
  const reader = deps.database.reader(systemIdentity);
  const kept = application.firstParty ? undefined : await findConsent(reader, key);
  if (!application.firstParty && !asked.every((scope) => kept?.scopes.includes(scope) === true))
    return undefined;
  const id = randomId();
  await reader.run(
    grantInsert({
      id,
      userId: key.userId,
      clientId: key.clientId,
      sessionUid: session.uid,
      scopes: asked,
      rejectedScopes: [],
      createdAt: key.now,
      expiresAt: secondsAfter(key.now, lifetimes.grant),
    }),
  );
  return oidc.provider.Grant.find(id);
}

/**
 * Where the library is laxer than the contract, or cannot know. These methods are its way to do so: its own
 * documentation names overriding them for secrets that are stored hashed and for stricter redirects.
 */
function tightenClients(provider: Provider, deps: ProviderDeps): void {
  const { prototype } = provider.Client;
  // Two secrets may be live at once, and the method must be the one that was registered.
  prototype.compareClientSecret = async function compare(presented: string) {
    const used =
      Provider.ctx?.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic';
    const client = await deps.directory.client(this.clientId);
    return client !== undefined && used === client.authMethod && secretMatches(client, presented, deps.now());
  };
  // Character for character, also for native applications, where the library would forgive another port.
  prototype.redirectUriAllowed = function isRegistered(uri: string) {
    return (this.redirectUris ?? []).includes(uri);
  };
  prototype.postLogoutRedirectUriAllowed = function isRegistered(uri: string) {
    return (this.postLogoutRedirectUris ?? []).includes(uri);
  };
  // Asked before the type itself: without this, a flow that nobody may use is refused for its answer mode.
  const { responseModeAllowed } = prototype;
  prototype.responseModeAllowed = function isServed(mode, type, profile) {
    if (type !== undefined && type !== 'code') throw new oauth.UnsupportedResponseType();
    return responseModeAllowed.call(this, mode, type, profile);
  };
  prototype.responseTypeAllowed = function isRegistered(type) {
    if (!(this.responseTypes ?? []).includes(type))
      throw new oauth.UnauthorizedClient('this application does not use this flow');
    return true;
  };
  prototype.grantTypeAllowed = function isRegistered(type) {
    const allowed = (this.grantTypes ?? []).includes(type);
    const oidc = Provider.ctx?.oidc;
    if (!allowed && oidc?.route === 'token' && oidc.params?.['grant_type'] === type)
      throw new oauth.UnauthorizedClient('this application does not use this grant type');
    return allowed;
  };
}

/**
 * The library knows the scopes that discovery lists and quietly drops all others. Those of services come and go while
 * we run: nothing is dropped, and each scope is checked against what the application holds (policy.ts and above).
 */
function keepServiceScopes(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'requestParamOIDCScopes', {
    get(this: KoaContextWithOIDC['oidc']) {
      return this.requestParamScopes;
    },
  });
}

const failures = new WeakMap<object, Error>();
const credentialRoutes: readonly string[] = [
  'token',
  'introspection',
  'revocation',
  'pushed_authorization_request',
];

/** What is done before and after the library. What fails on our side takes back whatever was about to be answered. */
async function surround(
  deps: ProviderDeps,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  try {
    await answer(deps, provider, ctx, next);
  } catch (error) {
    failures.set(ctx, error as Error);
    deps.onFailure(error as Error);
  }
  const failure = failures.get(ctx);
  if (failure === undefined) return;
  const away = failure instanceof DatabaseUnavailable;
  ctx.remove('location');
  ctx.status = away ? 503 : 500;
  if (away) ctx.set('retry-after', '2');
  const error = away ? 'temporarily_unavailable' : 'server_error';
  ctx.body = { error, error_description: 'something went wrong on our side; try again shortly' };
}

async function answer(
  deps: ProviderDeps,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  if (ctx.path.startsWith(`${paths.authorization}/`) && !(await mayResume(provider, ctx))) {
    ctx.status = 400;
    const error_description = 'the decision was made in another browser';
    return showFailure(ctx, { error: 'invalid_request', error_description }, deps.issuer);
  }
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route ?? '';
  if (route === 'token' && (await commitIssue(deps, ctx, originOf(ctx))) === 'refused') {
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
  }
  if (route === 'discovery' || route === 'jwks') publishDiscovery(ctx, route);
  if (route === 'end_session' && ctx.status === 200) await askToSignOut(deps, ctx);
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.status === 401 && credentialRoutes.includes(route) && !ctx.response.get('www-authenticate'))
    ctx.set('www-authenticate', `Basic realm="${deps.issuer}"`);
}

/**
 * A decision is brought back by the browser it was made in. The library's cookie proves where the request began, the
 * proof where the person decided. Without the second, somebody could send their own sign-in to another person, have
 * them agree to it, and go on in their own browser as that person.
 */
async function mayResume(provider: Provider, ctx: KoaContextWithOIDC): Promise<boolean> {
  const id = ctx.cookies.get(provider.cookieName('resume'), { signed: true });
  if (id === undefined) return true;
  if (ctx.path.split('/')[3] !== id) return false;
  const interaction = await provider.Interaction.find(id);
  const expected = (interaction?.result as { proof?: string } | undefined)?.proof;
  if (interaction?.result === undefined) return true;
  if (expected === undefined || typeof ctx.query['proof'] !== 'string') return false;
  return timingSafeEqual(hashOf(ctx.query['proof']), Buffer.from(expected, 'base64url'));
}
