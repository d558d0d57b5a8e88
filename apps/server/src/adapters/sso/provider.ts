import {
  allowInsecureRequests,
  type ClientAuth,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  None,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import { describeFailure } from './failure.ts';
import { createProviderFetch, ProviderUnavailable } from './http.ts';

export interface ProviderOptions {
  issuer: string;
  /** Allows plain http to an issuer on this machine, for development and tests. */
  allowLoopback: boolean;
  /** For each call; a sign-in makes at most four. */
  timeoutSeconds: number;
  now: () => Date;
}

const KEEP_MS = 3_600_000;
/** Allowed clock difference between us and the provider. */
const TOLERANCE_SECONDS = 60;

/**
 * The upstream provider: its discovery document is refreshed each hour, its keys by the library each five
 * minutes.
 */
export function openProvider({ issuer, allowLoopback, timeoutSeconds, now }: ProviderOptions) {
  const plain = allowLoopback && isLoopback(issuer);
  const mayCall = (url: string): boolean =>
    URL.canParse(url) && (new URL(url).protocol === 'https:' || (plain && isLoopback(url)));
  const fetch = createProviderFetch(mayCall);
  let kept: { metadata: ServerMetadata; atMs: number } | undefined;
  let keys: ExportedJWKSCache | undefined;

  return {
    mayCall,

    describe: async (): Promise<ServerMetadata> => {
      const nowMs = now().getTime();
      if (kept !== undefined && nowMs - kept.atMs < KEEP_MS) return kept.metadata;
      const found = await discovery(new URL(issuer), 'any', undefined, None(), {
        execute: plain ? [allowInsecureRequests] : [],
        timeout: timeoutSeconds,
        [customFetch]: fetch,
      }).catch((error: unknown) => {
        throw new ProviderUnavailable(`discovery: ${describeFailure(error).detail}`);
      });
      // RFC 9207 distinguishes providers for clients of several; we are the client of one, and compare the
      // value when it is sent.
      const metadata: ServerMetadata = Object.assign(found.serverMetadata(), {
        authorization_response_iss_parameter_supported: false,
      });
      kept = { metadata, atMs: nowMs };
      return metadata;
    },

    configure: (metadata: ServerMetadata, clientId: string, authentication: ClientAuth): Configuration => {
      const config = new Configuration(
        metadata,
        clientId,
        {
          id_token_signed_response_alg: 'RS256',
          // The library reads the system clock; this offset makes it use our clock.
          [clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
          [clockTolerance]: TOLERANCE_SECONDS,
        },
        authentication,
      );
      config.timeout = timeoutSeconds;
      config[customFetch] = fetch;
      // Without this the signature of an id_token that came over TLS is not verified.
      enableNonRepudiationChecks(config);
      if (plain) allowInsecureRequests(config);
      if (keys !== undefined) setJwksCache(config, keys);
      return config;
    },

    /** Caches the keys that a call fetched for the next calls. */
    keepKeys: (config: Configuration): void => {
      keys = getJwksCache(config) ?? keys;
    },
  };
}

function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
