import type { JsonWebKey } from 'node:crypto';
import { Agent, request } from 'undici';
import type { SocialOutcome, SocialProofPort } from '../../modules/superadmin/social-proof-port.ts';
import { verifyIdToken } from './verify-id-token.ts';

export interface SocialAdapterOptions {
  /** Undefined where no provider is set up: every exchange then says so. */
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  now: () => Date;
}

interface Discovery {
  token_endpoint: string;
  jwks_uri: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_CAP_BYTES = 128 * 1024;
const KEEP_MS = 3_600_000;

/** The provider did not do its part; not a verdict on the person. */
class ProviderFailed extends Error {}

/** An OpenID Connect client for the code flow: discovery, exchange, and the whole check of the id_token. */
export function createSocialAdapter(options: SocialAdapterOptions): SocialProofPort {
  const agent = new Agent({ maxResponseSize: ANSWER_CAP_BYTES, connect: { timeout: 5_000 } });
  const discovery = keep(options.now, async (issuer: string) => {
    const found = await getJson(agent, `${issuer}/.well-known/openid-configuration`);
    // OpenID Connect Discovery, 4.3: a document that speaks for another issuer is refused.
    if (found['issuer'] !== issuer) throw new ProviderFailed('discovery names another issuer');
    const { token_endpoint, jwks_uri } = found;
    if (!isEndpoint(token_endpoint, issuer) || !isEndpoint(jwks_uri, issuer))
      throw new ProviderFailed('discovery names no usable endpoint');
    return { token_endpoint, jwks_uri } satisfies Discovery;
  });
  const keys = keep(options.now, async (uri: string) => {
    const found = (await getJson(agent, uri))['keys'];
    return Array.isArray(found) ? (found as JsonWebKey[]) : [];
  });

  return {
    exchange: async (input): Promise<SocialOutcome> => {
      const { issuer, clientId, clientSecret } = options;
      if (issuer === undefined || clientId === undefined || clientSecret === undefined)
        return { ok: false, failure: 'not_configured', detail: 'SOCIAL_CLIENT_ID is not set' };
      try {
        const endpoints = await discovery.get(issuer);
        const idToken = await exchangeCode(agent, endpoints, { clientId, clientSecret }, input);
        if (idToken === undefined)
          return { ok: false, failure: 'rejected', detail: 'the provider did not take the code' };
        const expected = { issuer, clientId, nonce: input.nonce, now: options.now() };
        let verdict = verifyIdToken(idToken, await keys.get(endpoints.jwks_uri), expected);
        // The provider may have changed its keys since we read them; asked once more, not for every bad token.
        if (!verdict.ok && verdict.reason === 'unknown key')
          verdict = verifyIdToken(idToken, await keys.renew(endpoints.jwks_uri), expected);
        if (!verdict.ok) return { ok: false, failure: 'rejected', detail: `id_token: ${verdict.reason}` };
        const { iss, sub, email, emailVerified } = verdict.claims;
        return { ok: true, proof: { issuer: iss, subject: sub, email, emailVerified } };
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        return { ok: false, failure: 'unavailable', detail: error.message };
      }
    },
  };
}

async function exchangeCode(
  agent: Agent,
  endpoints: Discovery,
  client: { clientId: string; clientSecret: string },
  input: { code: string; redirectUri: string; codeVerifier?: string | undefined },
): Promise<string | undefined> {
  // RFC 6749, 2.3.1: both halves are form-encoded before they are joined.
  const credentials = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: input.redirectUri,
  });
  if (input.codeVerifier !== undefined) form.set('code_verifier', input.codeVerifier);
  const { status, body } = await call(agent, endpoints.token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body: form.toString(),
  });
  if (status >= 500) throw new ProviderFailed(`token endpoint: status ${status}`);
  const idToken = body['id_token'];
  return status === 200 && typeof idToken === 'string' ? idToken : undefined;
}

async function getJson(agent: Agent, url: string): Promise<Record<string, unknown>> {
  const { status, body } = await call(agent, url, { method: 'GET', headers: {} });
  if (status !== 200) throw new ProviderFailed(`status ${status}`);
  return body;
}

/** Redirects are not followed: undici does so only when an interceptor is added. */
async function call(
  agent: Agent,
  url: string,
  options: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const answer = await request(url, {
      ...options,
      headers: { accept: 'application/json', ...options.headers },
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.statusCode, body: Object(await answer.body.json()) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new ProviderFailed(code);
  }
}

/** Plain http only where the issuer itself is plain, which the settings allow outside production alone. */
function isEndpoint(value: unknown, issuer: string): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return new URL(value).protocol === 'https:' || new URL(issuer).protocol === 'http:';
}

/** Remembers one answer for an hour. */
function keep<T>(now: () => Date, load: (key: string) => Promise<T>) {
  let kept: { key: string; value: T; atMs: number } | undefined;
  const renew = async (key: string): Promise<T> => {
    const value = await load(key);
    kept = { key, value, atMs: now().getTime() };
    return value;
  };
  return {
    renew,
    get: (key: string): Promise<T> =>
      kept?.key === key && now().getTime() - kept.atMs < KEEP_MS ? Promise.resolve(kept.value) : renew(key),
  };
}
