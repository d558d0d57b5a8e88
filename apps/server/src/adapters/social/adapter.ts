import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import { Agent, fetch } from 'undici';
import type { SocialPort } from '../../modules/social/social-port.ts';
import type { SocialOutcome } from '../../modules/superadmin/social-proof-port.ts';
import { describeDiscoveryFailure, describeExchangeFailure } from './failure.ts';

export interface SocialAdapterOptions {
  /** Undefined when no provider is set up: every call then fails with that reason. */
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  now: () => Date;
}

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const TIMEOUT_SECONDS = 10;
const ANSWER_CAP_BYTES = 128 * 1024;
const KEEP_MS = 3_600_000;
/** Allowed clock difference between us and the provider. */
const TOLERANCE_SECONDS = 60;

const notConfigured = {
  ok: false,
  failure: 'not_configured',
  detail: 'SOCIAL_ISSUER, SOCIAL_CLIENT_ID or SOCIAL_CLIENT_SECRET is not set',
} as const;

/**
 * An OpenID Connect client of one provider, with openid-client: discovery, PKCE, exchange, full validation of
 * the id_token.
 */
export function createSocialAdapter(options: SocialAdapterOptions): SocialPort {
  const client = clientOf(options);
  const cappedFetch = createCappedFetch();
  let kept: { metadata: ServerMetadata; atMs: number } | undefined;

  /** The provider's discovery document, refreshed each hour. */
  async function findProvider({ issuer, clientId }: Client): Promise<ServerMetadata> {
    const nowMs = options.now().getTime();
    if (kept === undefined || nowMs - kept.atMs >= KEEP_MS) {
      const found = await discovery(new URL(issuer), clientId, undefined, None(), {
        execute: isPlain(issuer) ? [allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
        [customFetch]: cappedFetch,
      });
      kept = { metadata: found.serverMetadata(), atMs: nowMs };
    }
    return kept.metadata;
  }

  /**
   * Created for each call, so that keys are read when a token is checked and a provider may rotate them at any
   * time.
   */
  function configure({ issuer, clientId, clientSecret }: Client, metadata: ServerMetadata): Configuration {
    // The library reads the system clock; this offset makes it use our clock.
    const skewSeconds = Math.round((options.now().getTime() - Date.now()) / 1000);
    const times = { [clockSkew]: skewSeconds, [clockTolerance]: TOLERANCE_SECONDS };
    const config = new Configuration(metadata, clientId, times, ClientSecretBasic(clientSecret));
    config.timeout = TIMEOUT_SECONDS;
    config[customFetch] = cappedFetch;
    // Without this the signature of an id_token that came over TLS is not verified.
    enableNonRepudiationChecks(config);
    if (isPlain(issuer)) allowInsecureRequests(config);
    return config;
  }

  return {
    provider: client === undefined ? undefined : new URL(client.issuer).host,

    begin: async ({ redirectUri }) => {
      if (client === undefined) return notConfigured;
      try {
        const config = configure(client, await findProvider(client));
        const start = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
        const url = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          prompt: 'select_account',
          state: start.state,
          nonce: start.nonce,
          code_challenge: await calculatePKCECodeChallenge(start.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { ok: true, start: { ...start, authUrl: url.href } };
      } catch (error) {
        return describeDiscoveryFailure(error);
      }
    },

    exchange: async (input): Promise<SocialOutcome> => {
      if (client === undefined) return notConfigured;
      let metadata: ServerMetadata;
      try {
        metadata = await findProvider(client);
      } catch (error) {
        return describeDiscoveryFailure(error);
      }
      try {
        const back = new URL(input.redirectUri);
        back.searchParams.set('code', input.code);
        // RFC 9207 distinguishes providers for clients of several; we are the client of one.
        back.searchParams.set('iss', metadata.issuer);
        const tokens = await authorizationCodeGrant(configure(client, metadata), back, {
          ...(input.codeVerifier === undefined ? {} : { pkceCodeVerifier: input.codeVerifier }),
          ...(input.nonce === undefined ? {} : { expectedNonce: input.nonce }),
          idTokenExpected: true,
        });
        return readProof(tokens.claims());
      } catch (error) {
        return describeExchangeFailure(error);
      }
    },
  };
}

function clientOf({ issuer, clientId, clientSecret }: SocialAdapterOptions): Client | undefined {
  return issuer === undefined || clientId === undefined || clientSecret === undefined
    ? undefined
    : { issuer, clientId, clientSecret };
}

/** Plain http only when the issuer itself uses it, which the settings allow outside production only. */
function isPlain(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}

/** The cap counts bytes on the wire, so no compression is requested. */
function createCappedFetch(): CustomFetch {
  const dispatcher = new Agent({ maxResponseSize: ANSWER_CAP_BYTES, connect: { timeout: 5_000 } });
  return async (url, { body, headers, method, redirect, signal }) => {
    const answer = await fetch(url, {
      method,
      redirect,
      headers: { ...headers, 'accept-encoding': 'identity' },
      dispatcher,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    // Both types describe the same standard: those of undici and those of the platform.
    return answer as unknown as Response;
  };
}

function readProof(claims: Record<string, unknown> | undefined): SocialOutcome {
  const { iss, sub, email, email_verified: verified } = claims ?? {};
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > 255)
    return { ok: false, failure: 'rejected', detail: 'id_token: no subject' };
  if (typeof email !== 'string' || email.length > 200 || !/^[^\s@]+@[^\s@]+$/.test(email))
    return { ok: false, failure: 'rejected', detail: 'id_token: no e-mail address' };
  const about = { name: textOf(claims?.['name'], 200), picture: pictureOf(claims?.['picture']) };
  return {
    ok: true,
    proof: { issuer: iss, subject: sub, email, emailVerified: verified === true, ...about },
  };
}

/** Removes control characters, because pages print the value. */
function textOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, longest);
}

function pictureOf(value: unknown): string {
  const address = textOf(value, 1000);
  return URL.canParse(address) && new URL(address).protocol === 'https:' ? address : '';
}
