import { type CircuitBreaker, createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { ProviderError, type Providers } from '../../modules/integrations/provider-port.ts';
import { createProviderAuth } from './auth.ts';
import { createDropbox } from './dropbox.ts';
import { createGoogleDrive } from './google-drive.ts';
import { createCloudHttp } from './http.ts';

interface Client {
  clientId: string;
  clientSecret: string;
}

export interface ProviderOptions {
  google: (Client & { issuer: string; apiBase: string }) | undefined;
  dropbox: (Client & { authBase: string; apiBase: string; contentBase: string }) | undefined;
  /** Where the portal is: a provider sends browsers back to it. */
  appOrigin: string;
  /** Allows plain http to this machine, for development and tests. */
  allowLoopback: boolean;
  now: () => Date;
  timeouts?: { callMs: number; idleMs: number };
}

export function createProviders(options: ProviderOptions): Providers {
  const { google, dropbox } = options;
  const back = (provider: string) => `${options.appOrigin}/api/v1/integrations/${provider}/callback`;
  return {
    'google-drive': google && {
      auth: googleAuth(options, google, back('google-drive'), 'drive.file'),
      files: createGoogleDrive(google.apiBase, httpOf(options, [google.apiBase])),
    },
    'google-meet': google && {
      auth: googleAuth(options, google, back('google-meet'), 'meetings.space.created'),
      files: undefined,
    },
    dropbox: dropbox && dropboxOf(options, dropbox, back('dropbox')),
  };
}

function httpOf({ now, timeouts }: ProviderOptions, origins: readonly string[]) {
  const breaker: CircuitBreaker = createCircuitBreaker(now);
  return createCloudHttp({ origins, breaker, ...timeouts });
}

function googleAuth(
  { allowLoopback, now }: ProviderOptions,
  { clientId, clientSecret, issuer }: NonNullable<ProviderOptions['google']>,
  redirectUri: string,
  scope: string,
) {
  return createProviderAuth({
    clientId,
    clientSecret,
    redirectUri,
    scope: `openid https://www.googleapis.com/auth/${scope}`,
    // Google gives a refresh token only with these two.
    extra: { access_type: 'offline', prompt: 'consent' },
    server: { issuer },
    accountOf: (answer) => answer.claims()?.sub,
    allowLoopback,
    now,
  });
}

function dropboxOf(
  options: ProviderOptions,
  { clientId, clientSecret, authBase, apiBase, contentBase }: NonNullable<ProviderOptions['dropbox']>,
  redirectUri: string,
) {
  const { allowLoopback, now } = options;
  const http = httpOf(options, [apiBase, contentBase]);
  return {
    auth: createProviderAuth({
      clientId,
      clientSecret,
      redirectUri,
      scope: 'account_info.read files.metadata.read files.content.read files.content.write',
      extra: { token_access_type: 'offline' },
      server: {
        metadata: {
          issuer: authBase,
          authorization_endpoint: `${authBase}/oauth2/authorize`,
          token_endpoint: `${apiBase}/oauth2/token`,
        },
      },
      accountOf: (answer) => answer['account_id'],
      revoke: async (accessToken) => {
        try {
          const url = new URL(`${apiBase}/2/auth/token/revoke`);
          const { status, json } = await http.call({ url, method: 'POST', accessToken });
          if (status === 200) return 'done';
          if (status !== 401) return 'unavailable';
          return String(json?.['error_summary']).startsWith('expired') ? 'expired' : 'done';
        } catch (error) {
          if (error instanceof ProviderError) return 'unavailable';
          throw error;
        }
      },
      allowLoopback,
      now,
    }),
    files: createDropbox({ api: apiBase, content: contentBase }, http),
  };
}
