import { createHmac } from 'node:crypto';
import { type Configuration, type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { acrValues } from '../assurance.ts';
import { type Challenges, randomId } from '../challenges/challenges.ts';
import { findConsent } from '../challenges/consent-store.ts';
import { type SigningKey, signingAlgorithms } from '../keys/keys.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import { cibaConfiguration } from '../requests/ciba.ts';
import type { CibaDeps } from '../requests/ciba-watch.ts';
import type { Subjects } from '../subjects/subjects.ts';
import type { CertificateReader } from '../tokens/certificates.ts';
import { proofAlgorithms } from '../tokens/proofs.ts';
import { grantInsert } from '../tokens/store.ts';
import { accountFinder } from './account.ts';
import { type AdapterDeps, createAdapter } from './adapter.ts';
import { claimsByScope } from './claims.ts';
import type { CredentialReport, EventReport } from './client-reports.ts';
import { grantsMember, profileMember, scopesOf, waiverMember } from './clients.ts';
import { originOf } from './origin.ts';
import type { Outgoing } from './outgoing.ts';
import { showFailure } from './pages.ts';
import { paths } from './paths.ts';
import { createPolicy, scopeChecker } from './policy.ts';
import { askedScopes, checkClaimsRequest, pageLanguage } from './requests.ts';
import { checkToolsPerson, resourceIndicators } from './resources.ts';
import { listedScopes, needsPerson, offlineParameter } from './scopes.ts';
import type { SecretFailures } from './secret-failures.ts';
import {
  checkAssertion,
  checkProofTime,
  checkRequestObject,
  fapiAlgorithms,
  profileOf,
} from './signed-claims.ts';
import { actorOf } from './token-exchange.ts';

export interface ProviderDeps extends AdapterDeps, CibaDeps {
  secretFailures: SecretFailures;
  issuer: string;
  challenges: Challenges;
  outgoing: Outgoing;
  subjects: Subjects;
  sessionTtlSeconds: number;
  readCertificate: CertificateReader | undefined;
  onCredentialUse: CredentialReport;
  onClientEvent: EventReport;
  /** Reports server-side errors; they contain no caller input. */
  onFailure: (error: Error) => void;
}

/** FAPI 2.0 Security Profile, 5.3.2.1: clocks of clients may be up to ten seconds ahead. */
const clockToleranceSeconds = 10;

export function configure(deps: ProviderDeps, keys: readonly SigningKey[]): Configuration {
  const { issuer, directory, challenges } = deps;
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: true,
  } as const;
  return {
    adapter: createAdapter(deps),
    jwks: { keys: keys.map(({ kid, alg, jwk }) => ({ ...jwk, kid, use: 'sig', alg })) as never },
    routes: paths,
    scopes: [...listedScopes],
    claims: claimsByScope as never,
    acrValues: [...acrValues],
    // Account.claims selects by use and by the client's setting.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_ctx, accountId, client) => subjectFor(deps, client.clientId, accountId),
    sectorIdentifierUriValidate: () => false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
    extraClientMetadata: { properties: [profileMember, waiverMember, grantsMember] },
    clockTolerance: clockToleranceSeconds,
    enabledJWA: {
      idTokenSigningAlgValues: [...signingAlgorithms],
      clientAuthSigningAlgValues: ['RS256', ...fapiAlgorithms],
      dPoPSigningAlgValues: [...proofAlgorithms],
      // OpenID Connect Discovery, 3, asks for RS256; keys of clients with a profile never verify it (clients.ts).
      requestObjectSigningAlgValues: ['RS256', ...fapiAlgorithms],
      authorizationSigningAlgValues: ['PS256', 'ES256'],
    },
    // A confidential client may send a nonce instead (policy.ts).
    pkce: {
      required: (_ctx, client) => client.clientAuthMethod === 'none' || profileOf(client) !== undefined,
    },
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims, header, client) =>
      checkAssertion(deps, claims, header, client),
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
      ciba: cibaConfiguration(deps),
      // The portal's page replaces the library's pages for the code; see requests/device.ts.
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: deviceOf },
      claimsParameter: { enabled: true, assertClaimsParameter: async (ctx) => checkClaimsRequest(ctx) },
      resourceIndicators: resourceIndicators(deps.toolsResource),
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: () => undefined },
      fapi: { enabled: true, profile: (_ctx, client) => profileOf(client) },
      jwtResponseModes: { enabled: true },
      requestObjects: {
        enabled: true,
        assertJwtClaimsAndHeader: async (ctx, claims, _header, client) =>
          checkRequestObject(ctx, claims, client, deps.now()),
      },
      dPoP: { enabled: true, requireNonce: (ctx) => checkProofTime(ctx.get('DPoP'), deps.now()) },
      mTLS: {
        enabled: deps.readCertificate !== undefined,
        certificateBoundAccessTokens: true,
        getCertificate: (ctx) => deps.readCertificate?.(ctx.req),
      },
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
    // The key of the client protects its refresh token, and a lost answer must not lock it out (FAPI 2.0, 5.3.2.1).
    rotateRefreshToken: (ctx) => profileOf(ctx.oidc.client) === undefined,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      ClientCredentials: lifetimes.accessToken,
      DeviceCode: lifetimes.deviceCode,
      BackchannelAuthenticationRequest: cibaLifetime,
      IdToken: lifetimes.idToken,
      RefreshToken: lifetimes.refreshToken,
      Interaction: lifetimes.challenge,
      Session: deps.sessionTtlSeconds,
      Grant: lifetimes.grant,
    },
    extraParams: { [offlineParameter]: scopeChecker(directory) },
    extraTokenClaims: async (ctx, token) => {
      await checkToolsPerson(deps.database, token);
      if (token.kind === 'ClientCredentials') await checkOwnScopes(deps, token.clientId, token.scope);
      return actorOf(ctx);
    },
    interactions: {
      policy: createPolicy(directory, deps.now),
      url: (ctx, interaction) =>
        challenges.pageOf(interaction.prompt.name, interaction.uid, pageLanguage(ctx.oidc.params)),
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

function cibaLifetime(ctx: KoaContextWithOIDC): number {
  const { usual, longest } = lifetimes.ciba;
  return Math.min(Number(ctx.oidc.params?.['requested_expiry'] ?? usual), longest);
}

/** Shown to the person who types the code. */
function deviceOf(ctx: KoaContextWithOIDC): { ip: string; userAgent: string } {
  const { ip, userAgent } = originOf(ctx);
  return { ip, userAgent };
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
  const application = await deps.directory.client(client.clientId);
  if (application === undefined || needsPerson(application, oidc.params?.['redirect_uri'])) return undefined;
  const asked = askedScopes(oidc.params ?? {}, application);
  const key = { userId: account.accountId, clientId: application.id, now: deps.now() };
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
