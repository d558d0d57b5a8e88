import * as oauth from 'oauth4webapi';
import type { Application } from '../../api/applications.ts';

/** One trial sign-in; its state stays in this page's memory. */
export interface Attempt {
  url: string;
  state: string;
  finish(search: string, secret: string): Promise<Outcome>;
}

export type Outcome =
  | { kind: 'done'; idToken: Record<string, unknown>; userinfo: Record<string, unknown>; scope: string }
  | { kind: 'failed'; code: string; detail: string };

export const TRY_PATH = '/developers/try/callback';
export const TRY_CHANNEL = 'tamga-try';
/** Sent by the page that the browser returned to, and answered by the page that started. */
export type TryMessage = { kind: 'returned'; search: string } | { kind: 'taken'; state: string };

export const buildTryAddress = () => `${window.location.origin}${TRY_PATH}`;

const insecure = () => ({ [oauth.allowInsecureRequests]: window.location.protocol === 'http:' });

/** The provider's metadata; the issuer has to be the portal's own origin. */
export async function discoverProvider(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(window.location.origin);
  const answer = await oauth.discoveryRequest(issuer, insecure());
  return oauth.processDiscoveryResponse(issuer, answer);
}

/** The reason why this page cannot try a client, if any. */
export function findObstacle(application: Application): 'par' | 'key' | 'certificate' | null {
  if (application.options.require_par) return 'par';
  if (application.options.certificate_bound) return 'certificate';
  return application.auth_method === 'private_key_jwt' ? 'key' : null;
}

export async function prepareAttempt(
  server: oauth.AuthorizationServer,
  application: Application,
  scopes: readonly string[],
): Promise<Attempt> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const redirectUri = buildTryAddress();
  const url = new URL(server.authorization_endpoint ?? '/oauth2/auth', window.location.origin);
  url.search = new URLSearchParams({
    client_id: application.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString();
  return {
    url: url.href,
    state,
    finish: async (search, secret) => {
      try {
        return await exchange({ server, application, redirectUri, verifier, state, nonce, search, secret });
      } catch (error) {
        return describeError(error);
      }
    },
  };
}

interface Exchange {
  server: oauth.AuthorizationServer;
  application: Application;
  redirectUri: string;
  verifier: string;
  state: string;
  nonce: string;
  search: string;
  secret: string;
}

async function exchange(given: Exchange): Promise<Outcome> {
  const { server, application, redirectUri, verifier } = given;
  const client: oauth.Client = { client_id: application.client_id };
  const proof = proofOf(application, given.secret);
  const DPoP = application.options.dpop
    ? { DPoP: oauth.DPoP(client, await oauth.generateKeyPair('ES256')) }
    : {};
  const options = { ...insecure(), ...DPoP };
  const returned = oauth.validateAuthResponse(server, client, new URLSearchParams(given.search), given.state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    returned,
    redirectUri,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: given.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, insecure());
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) return { kind: 'failed', code: 'invalid_response', detail: 'no id_token' };
  const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  const userinfo = await oauth.processUserInfoResponse(server, client, claims.sub, asked);
  // The token is no longer needed; if its revocation fails, it expires within the hour.
  await oauth
    .revocationRequest(server, client, proof, tokens.access_token, insecure())
    .catch(() => undefined);
  return { kind: 'done', idToken: { ...claims }, userinfo: { ...userinfo }, scope: tokens.scope ?? '' };
}

function proofOf({ auth_method }: Application, secret: string): oauth.ClientAuth {
  if (auth_method === 'none') return oauth.None();
  return auth_method === 'client_secret_post'
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}

function describeError(error: unknown): Outcome {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return { kind: 'failed', code: error.error, detail: error.error_description ?? '' };
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const said = error.cause[0]?.parameters;
    return { kind: 'failed', code: said?.error ?? 'invalid_client', detail: said?.error_description ?? '' };
  }
  return {
    kind: 'failed',
    code: 'invalid_response',
    detail: error instanceof Error ? error.message : '',
  };
}
