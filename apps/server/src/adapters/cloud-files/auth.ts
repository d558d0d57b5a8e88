import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  refreshTokenGrant,
  type ServerMetadata,
  tokenRevocation,
} from 'openid-client';
import type {
  ProviderAuth,
  ProviderFailure,
  ProviderTokens,
} from '../../modules/integrations/provider-port.ts';
import { describeFailure, openProvider } from '../sso/index.ts';

export interface AuthOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  scope: string;
  /** Parameters of the authorization request beyond the standard. */
  extra: Record<string, string>;
  /** The issuer whose discovery document is read, or the server as its documentation describes it. */
  server: { issuer: string } | { metadata: ServerMetadata };
  /** The account of the answer of the token endpoint. */
  accountOf: (answer: Tokens) => unknown;
  /** The provider's own way to end a grant, in place of RFC 7009. */
  revoke?: (accessToken: string) => Promise<'done' | 'unavailable' | 'expired'>;
  allowLoopback: boolean;
  timeoutSeconds?: number;
  now: () => Date;
}

type Tokens = Awaited<ReturnType<typeof refreshTokenGrant>>;

/** Discovery and token: both fit into the lease of a renewal. */
const TIMEOUT_SECONDS = 5;

const rejected = (detail: string): ProviderFailure => ({ ok: false, failure: 'rejected', detail });

/** An OAuth 2 client with PKCE; where the provider is an OpenID provider, its id_token is validated in full. */
export function createProviderAuth(options: AuthOptions): ProviderAuth {
  const { server, now, redirectUri } = options;
  const isOidc = 'issuer' in server;
  const provider = openProvider({
    issuer: isOidc ? server.issuer : server.metadata.issuer,
    allowLoopback: options.allowLoopback,
    timeoutSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS,
    now,
  });
  const configure = async (): Promise<Configuration> =>
    provider.configure(
      isOidc ? await provider.describe() : server.metadata,
      options.clientId,
      ClientSecretPost(options.clientSecret),
    );

  const tokensOf = (answer: Tokens, before?: ProviderTokens): ProviderTokens => {
    const account = options.accountOf(answer);
    return {
      accessToken: answer.access_token,
      // A provider that does not rotate sends none: the current one stays valid.
      refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
      expiresAt:
        answer.expires_in === undefined ? null : new Date(now().getTime() + answer.expires_in * 1000),
      account: typeof account === 'string' ? account.slice(0, 255) : (before?.account ?? null),
    };
  };

  const renew: ProviderAuth['renew'] = async (before) => {
    if (before.refreshToken === null) return rejected('no refresh token');
    try {
      const config = await configure();
      const answer = await refreshTokenGrant(config, before.refreshToken);
      provider.keepKeys(config);
      return { ok: true, tokens: tokensOf(answer, before) };
    } catch (error) {
      const failure = describeFailure(error);
      // Any other refusal, such as invalid_client, is about our settings and must not end people's connections.
      return failure.detail === 'invalid_grant' ? failure : { ...failure, failure: 'unavailable' };
    }
  };

  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }) => {
      try {
        const url = buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: options.scope,
          state,
          ...(isOidc ? { nonce } : {}),
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...options.extra,
        });
        return provider.mayCall(url.href)
          ? { ok: true, url: url.href }
          : rejected('no usable authorization endpoint');
      } catch (error) {
        return describeFailure(error);
      }
    },
    exchange: async ({ code, iss, nonce, codeVerifier }) => {
      try {
        const config = await configure();
        if (iss !== undefined && iss !== config.serverMetadata().issuer)
          return rejected('another issuer answered');
        const back = new URL(redirectUri);
        back.searchParams.set('code', code);
        const answer = await authorizationCodeGrant(config, back, {
          pkceCodeVerifier: codeVerifier,
          ...(isOidc ? { expectedNonce: nonce, idTokenExpected: true } : {}),
        });
        provider.keepKeys(config);
        return { ok: true, tokens: tokensOf(answer) };
      } catch (error) {
        return describeFailure(error);
      }
    },
    renew,
    revoke: async (tokens) => {
      if (options.revoke !== undefined) {
        const outcome = await options.revoke(tokens.accessToken);
        if (outcome !== 'expired') return outcome;
        const renewed = await renew(tokens);
        if (!renewed.ok) return renewed.failure === 'rejected' ? 'done' : 'unavailable';
        return (await options.revoke(renewed.tokens.accessToken)) === 'done' ? 'done' : 'unavailable';
      }
      try {
        await tokenRevocation(await configure(), tokens.refreshToken ?? tokens.accessToken);
        return 'done';
      } catch (error) {
        const { failure, detail } = describeFailure(error);
        return failure === 'rejected' && detail === 'invalid_token' ? 'done' : 'unavailable';
      }
    },
  };
}
