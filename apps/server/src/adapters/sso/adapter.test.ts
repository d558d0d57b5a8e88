import { createHash, randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerUpstreamSso } from '../../../../sandbox/src/upstream-sso/index.ts';
import { createSsoAdapter, type SsoAdapterOptions } from './index.ts';

const clientSecret = 'se:cret +%';
const redirectUri = 'https://tamga.example/sso/callback';
const scope = 'openid profile';
let app: FastifyInstance;
let url: string;
let nowMs: number;
let asked: string[];
const now = () => new Date(nowMs);

async function startProvider(): Promise<void> {
  app = Fastify();
  app.addHook('onRequest', async (request) => void asked.push(request.url.replace(/\?.*/, '')));
  await registerUpstreamSso(app, { clientSecret, publicUrl: () => url, now });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeAll(async () => {
  nowMs = Date.UTC(2030, 0, 1);
  asked = [];
  await startProvider();
});
afterAll(() => app.close());

const adapter = (change: Partial<SsoAdapterOptions> = {}) =>
  createSsoAdapter({
    issuer: `${url}/upstream-sso`,
    web: { clientId: 'tamga', clientSecret, redirectUri, scope },
    native: { clientId: 'tamga-native', redirectUris: [redirectUri] },
    postLogoutRedirectUri: 'https://tamga.example/',
    allowLoopback: true,
    now,
    ...change,
  });

/** A code as a browser brings it back. */
async function codeFor(verifier: string, clientId = 'tamga'): Promise<string> {
  const people = await app.inject('/control/upstream-sso/people');
  const form = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    nonce: 'n-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    sub: people.json().items[0].sub,
    decision: 'allow',
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/upstream-sso/authorize/decide',
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return new URL(answer.headers.location ?? '').searchParams.get('code') ?? '';
}

async function exchange(sso = adapter(), misdeed?: string) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const code = await codeFor(codeVerifier);
  if (misdeed !== undefined)
    await app.inject({
      method: 'POST',
      url: '/control/upstream-sso/misdeeds',
      payload: { kind: misdeed },
    });
  asked = [];
  return sso.web?.exchange({ code, iss: undefined, nonce: 'n-1', codeVerifier });
}

describe('the single sign-on adapter', () => {
  it.each([
    ['wrong_nonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['wrong_audience', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['wrong_issuer', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['wrong_signature', 'OAUTH_INVALID_RESPONSE'],
    ['unknown_key', 'OAUTH_KEY_SELECTION_FAILED'],
    ['no_signature', 'OAUTH_INVALID_RESPONSE'],
    ['expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['no_id_token', 'OAUTH_INVALID_RESPONSE'],
    ['other_userinfo', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
  ])('refuses %s for that reason', async (kind, detail) => {
    expect(await exchange(adapter(), kind)).toEqual({ ok: false, failure: 'rejected', detail });
  });

  it('reads the discovery document once an hour and the keys no more often than needed', async () => {
    const sso = adapter();
    expect(await exchange(sso)).toMatchObject({ ok: true });
    const all = ['.well-known/openid-configuration', 'token', 'jwks.json', 'userinfo'];
    expect(asked).toEqual(all.map((path) => `/upstream-sso/${path}`));
    await exchange(sso);
    expect(asked).toEqual(['/upstream-sso/token', '/upstream-sso/userinfo']);
    nowMs += 3_600_000;
    await exchange(sso);
    expect(asked).toContain('/upstream-sso/.well-known/openid-configuration');
  });

  it('distinguishes a wrong secret, a provider that is down and one that does not answer', async () => {
    const web = { clientId: 'tamga', clientSecret: 'wrong', redirectUri, scope };
    expect(await exchange(adapter({ web }))).toMatchObject({ failure: 'rejected', detail: 'status 401' });
    const sso = adapter();
    expect(await sso.endSessionUrl('web', 'x')).toContain('/upstream-sso/logout');
    expect(await exchange(sso, 'down')).toMatchObject({ failure: 'unavailable', detail: 'status 503' });
    expect(await exchange(adapter({ timeoutSeconds: 0.3 }), 'silent')).toMatchObject({
      failure: 'unavailable',
    });
  });

  it('calls no provider without https, except on loopback in development', async () => {
    const ask = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) };
    expect(await adapter().web?.authorizationUrl(ask)).toMatchObject({ ok: true });
    asked = [];
    for (const refused of [adapter({ allowLoopback: false }), adapter({ issuer: 'http://sso.example' })])
      expect(await refused.web?.authorizationUrl(ask)).toMatchObject({ ok: false, failure: 'unavailable' });
    expect(asked).toEqual([]);
  });

  it('refuses a discovery document of another issuer', async () => {
    const listening = url;
    url = 'https://elsewhere.example';
    const outcome = await exchange(adapter({ issuer: `${listening}/upstream-sso` }));
    expect(outcome).toMatchObject({ ok: false, failure: 'unavailable' });
    url = listening;
  });

  it('is absent without an issuer', async () => {
    const absent = adapter({ issuer: undefined });
    expect([absent.web, absent.native]).toEqual([undefined, undefined]);
    expect(await absent.endSessionUrl('web', 'x')).toBeUndefined();
  });
});
