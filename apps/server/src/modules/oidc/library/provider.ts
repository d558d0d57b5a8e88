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
import { endOtherSession } from './other-session.ts';
import type { Outgoing } from './outgoing.ts';
import { showFailure } from './pages.ts';
import { paths } from './paths.ts';
import { createPolicy, scopeChecker } from './policy.ts';
import { listedScopes, needsPerson, offlineParameter } from './scopes.ts';

export interface ProviderDeps extends AdapterDeps {
  issuer: string;
  stateKey: string;
  challenges: Challenges;
  outgoing: Outgoing;
  subjects: Subjects;
  sessionTtlSeconds: number;
  /** Reports server-side errors; they contain no caller input. */
  onFailure: (error: Error) => void;
}

/** One provider per set of keys: the library takes keys only at construction. */
export function createProvider(deps: ProviderDeps, keys: readonly SigningKey[]): Provider {
  const provider = new Provider(deps.issuer, configure(deps, keys));
  // Every answer names the issuer's address, whatever host was called; mounts.ts sets the headers that are
  // read.
  provider.proxy = true;
  overrideClientChecks(provider, deps);
  keepUpstreamScopes(provider);
  provider.use((ctx, next) => wrapRequest(deps, provider, ctx as unknown as KoaContextWithOIDC, next));
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
        // A client may introspect only its own tokens, and only if it can authenticate.
        allowedPolicy: (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
    },
    // An access token is revoked alone, a refresh token with its family.
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
    loadExistingGrant: (ctx) => findExistingGrant(deps, ctx),
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

/** A client that acts for itself gets only the scopes that it holds now. */
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
 * Finds the grant for a request that needs no page: just decided, first-party, or consented within the last
 * thirty days. Each authorization has a separate grant.
 */
async function findExistingGrant(deps: ProviderDeps, ctx: KoaContextWithOIDC) {
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
 * Overrides methods where the library is laxer than the contract. Its documentation names this for hashed
 * secrets and stricter redirect URIs.
 */
function overrideClientChecks(provider: Provider, deps: ProviderDeps): void {
  const { prototype } = provider.Client;
  // Two secrets may be live during a rotation, and the method must be the registered one.
  prototype.compareClientSecret = async function compare(presented: string) {
    const used =
      Provider.ctx?.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic';
    const client = await deps.directory.client(this.clientId);
    return client !== undefined && used === client.authMethod && secretMatches(client, presented, deps.now());
  };
  // Exact match also for native clients, where the library would accept another port.
  prototype.redirectUriAllowed = function isRegistered(uri: string) {
    return (this.redirectUris ?? []).includes(uri);
  };
  prototype.postLogoutRedirectUriAllowed = function isRegistered(uri: string) {
    return (this.postLogoutRedirectUris ?? []).includes(uri);
  };
  // The library checks the response mode before the response type: without this override an unsupported flow
  // would get the wrong error.
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
 * The library silently drops scopes that discovery does not list. Upstream scopes change at runtime, so
 * nothing is dropped here, and each scope is checked against the client's grants (policy.ts and above).
 */
function keepUpstreamScopes(provider: Provider): void {
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

/** Wraps the library. A server-side error replaces the answer that was prepared. */
async function wrapRequest(
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
  const isUnavailable = failure instanceof DatabaseUnavailable;
  ctx.remove('location');
  ctx.status = isUnavailable ? 503 : 500;
  if (isUnavailable) ctx.set('retry-after', '2');
  const error = isUnavailable ? 'temporarily_unavailable' : 'server_error';
  const error_description = 'something went wrong on our side; try again shortly';
  showFailure(ctx, { error, error_description }, deps.issuer);
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
    const failure = { error: 'invalid_request', error_description, reason: 'other_browser' } as const;
    return showFailure(ctx, failure, deps.issuer);
  }
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route ?? '';
  if (route === 'token' && (await commitIssue(deps, ctx, originOf(ctx))) === 'refused') {
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
  }
  if (route === 'discovery' || route === 'jwks') publishDiscovery(ctx, route);
  if (route === 'end_session' && ctx.status === 200) await askToSignOut(deps, ctx);
  if (route === 'resume' && ctx.status === 200) await endOtherSession(deps, ctx);
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.status === 401 && credentialRoutes.includes(route) && !ctx.response.get('www-authenticate'))
    ctx.set('www-authenticate', `Basic realm="${deps.issuer}"`);
}

/**
 * A decision must return in the browser in which it was made. The library's cookie proves where the request
 * began, the proof where the person decided. Without the proof an attacker could send their own sign-in to a
 * victim, have the victim agree, and continue as the victim in the attacker's browser.
 */
async function mayResume(provider: Provider, ctx: KoaContextWithOIDC): Promise<boolean> {
  const id = ctx.cookies.get(provider.cookieName('resume'), { signed: true });
  const wanted = ctx.path.split('/')[3] ?? '';
  // Without the cookie the library refuses, and calls it expired: true only if the request no longer exists.
  if (id === undefined) return (await provider.Interaction.find(wanted)) === undefined;
  if (wanted !== id) return false;
  const interaction = await provider.Interaction.find(id);
  const expected = (interaction?.result as { proof?: string } | undefined)?.proof;
  if (interaction?.result === undefined) return true;
  if (expected === undefined || typeof ctx.query['proof'] !== 'string') return false;
  return timingSafeEqual(hashOf(ctx.query['proof']), Buffer.from(expected, 'base64url'));
}
