import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  genericGrantRequest,
  None,
  refreshTokenGrant,
  type ServerMetadata,
} from 'openid-client';
import type { OfflineTokens, SsoFailure, SsoOutcome, SsoPort } from '../../modules/sso/sso-port.ts';
import { describeFailure } from './failure.ts';
import { openProvider } from './provider.ts';
import { readPerson } from './read-person.ts';

export interface SsoAdapterOptions {
  /** Undefined when no upstream is set up: both clients are then absent. */
  issuer: string | undefined;
  web: { clientId: string; clientSecret: string | undefined; redirectUri: string; scope: string } | undefined;
  native: { clientId: string; redirectUris: readonly string[] } | undefined;
  /** The address to which the upstream sends a browser that signed out there. */
  postLogoutRedirectUri: string;
  allowLoopback: boolean;
  timeoutSeconds?: number;
  now: () => Date;
}

/** Discovery, exchange, keys and userinfo: four of these fit into the time limit of a request. */
const TIMEOUT_SECONDS = 5;

const absent: SsoPort = { web: undefined, native: undefined, endSessionUrl: async () => undefined };

const rejected = (detail: string): SsoFailure => ({ ok: false, failure: 'rejected', detail });

type Tokens = Awaited<ReturnType<typeof genericGrantRequest>>;

/** An OpenID Connect client of the one upstream that this platform trusts, with openid-client. */
export function createSsoAdapter(options: SsoAdapterOptions): SsoPort {
  const { issuer, web, native, now } = options;
  if (issuer === undefined) return absent;
  const provider = openProvider({
    issuer,
    allowLoopback: options.allowLoopback,
    timeoutSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS,
    now,
  });

  const configureWeb = (metadata: ServerMetadata, { clientId, clientSecret }: NonNullable<typeof web>) =>
    provider.configure(metadata, clientId, authenticationOf(metadata, clientSecret));

  /** The exchange and its required checks: full validation of the id_token, and userinfo of the same subject. */
  async function complete(
    metadata: ServerMetadata,
    config: Configuration,
    exchange: () => Promise<Tokens>,
    nonce?: string,
  ): Promise<SsoOutcome> {
    const tokens = await exchange();
    provider.keepKeys(config);
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) return rejected('no id_token');
    if (nonce !== undefined && claims.nonce !== nonce) return rejected('another nonce');
    const userinfo =
      metadata.userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(config, tokens.access_token, claims.sub);
    const person = readPerson(claims, userinfo);
    if (person === undefined) return rejected('no subject');
    return { ok: true, grant: { person, idToken: tokens.id_token, offline: offlineOf(tokens, now()) } };
  }

  return {
    web: web && {
      authorizationUrl: async ({ state, nonce, codeVerifier }) => {
        try {
          const metadata = await provider.describe();
          const url = buildAuthorizationUrl(configureWeb(metadata, web), {
            redirect_uri: new URL(web.redirectUri).href,
            scope: web.scope,
            state,
            nonce,
            code_challenge: await calculatePKCECodeChallenge(codeVerifier),
            code_challenge_method: 'S256',
          });
          if (!provider.mayCall(url.href)) return rejected('no usable authorization endpoint');
          return { ok: true, url: url.href };
        } catch (error) {
          return describeFailure(error);
        }
      },
      exchange: async ({ code, iss, nonce, codeVerifier }) => {
        try {
          const metadata = await provider.describe();
          if (iss !== undefined && iss !== metadata.issuer) return rejected('another issuer answered');
          const config = configureWeb(metadata, web);
          const back = new URL(web.redirectUri);
          back.searchParams.set('code', code);
          const checks = { pkceCodeVerifier: codeVerifier, expectedNonce: nonce, idTokenExpected: true };
          return await complete(metadata, config, () => authorizationCodeGrant(config, back, checks));
        } catch (error) {
          return describeFailure(error);
        }
      },
      renew: async (refreshToken) => {
        try {
          const config = configureWeb(await provider.describe(), web);
          const tokens = await refreshTokenGrant(config, refreshToken);
          provider.keepKeys(config);
          // A provider that does not rotate sends none: the current refresh token stays valid.
          const offline = offlineOf(
            { ...tokens, refresh_token: tokens.refresh_token ?? refreshToken },
            now(),
          );
          return offline === null ? rejected('no refresh_token') : { ok: true, offline };
        } catch (error) {
          return describeFailure(error);
        }
      },
    },
    native: native && {
      redirectUris: native.redirectUris,
      exchange: async ({ code, redirectUri, nonce, codeVerifier }) => {
        try {
          const metadata = await provider.describe();
          const config = provider.configure(metadata, native.clientId, None());
          // The library's code grant would refuse a nonce that we do not know, and the application may have
          // sent one.
          const grant = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
          const exchange = () => genericGrantRequest(config, 'authorization_code', grant);
          const outcome = await complete(metadata, config, exchange, nonce);
          // Offline access that the application requested belongs to the application and is not stored here.
          return outcome.ok ? { ok: true, grant: { ...outcome.grant, offline: null } } : outcome;
        } catch (error) {
          return describeFailure(error);
        }
      },
    },
    endSessionUrl: async (kind, idToken) => {
      const clientId = (kind === 'web' ? web : native)?.clientId;
      if (clientId === undefined) return undefined;
      try {
        const metadata = await provider.describe();
        if (metadata.end_session_endpoint === undefined) return undefined;
        const url = buildEndSessionUrl(provider.configure(metadata, clientId, None()), {
          id_token_hint: idToken,
          // Registered for the web client only; a native application closes the page it opened.
          ...(kind === 'web' ? { post_logout_redirect_uri: options.postLogoutRedirectUri } : {}),
        });
        return provider.mayCall(url.href) ? url.href : undefined;
      } catch (error) {
        describeFailure(error);
        return undefined;
      }
    },
  };
}

/** `client_secret_basic`, unless the provider's list of methods excludes it. */
function authenticationOf(metadata: ServerMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** Present only when `offline_access` was requested and granted. */
function offlineOf(
  tokens: Pick<Tokens, 'access_token' | 'refresh_token' | 'expires_in'>,
  now: Date,
): OfflineTokens | null {
  if (tokens.refresh_token === undefined) return null;
  return {
    accessToken: tokens.access_token,
    accessExpiresAt: new Date(now.getTime() + (tokens.expires_in ?? 0) * 1000).toISOString(),
    refreshToken: tokens.refresh_token,
  };
}
