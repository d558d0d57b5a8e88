import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RP_FAULT_IDS, RP_FAULTS } from './faults.ts';
import { startSimulator } from './test/stage.ts';

const back = 'https://library.example/callback';
const client = { client_id: 'library', redirect_uris: [back] };
const verifier = 'a verifier of at least forty-three characters';
let nowMs = Date.now();
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  simulator = await startSimulator({ now: () => new Date(nowMs) });
});
afterAll(() => simulator.close());

const addRun = async (more: object = {}) =>
  (await simulator.control('POST', 'runs', { ...client, ...more })).body as { id: string; issuer: string };
const readRun = async (id: string) => (await simulator.control('GET', `runs/${id}`)).body;
const asked = { client_id: 'library', redirect_uri: back, response_type: 'code', scope: 'openid profile' };
const authorize = (issuer: string, more: Record<string, string> = {}) =>
  fetch(`${issuer}/authorize?${new URLSearchParams({ ...asked, ...more })}`, { redirect: 'manual' });
const codeOf = async (issuer: string, more: Record<string, string> = {}) =>
  new URL((await authorize(issuer, more)).headers.get('location') ?? '').searchParams.get('code') ?? '';
const exchange = (issuer: string, code: string, more: Record<string, string> = {}) =>
  fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: back,
      client_id: 'library',
      ...more,
    }),
  });
const tokensOf = async (issuer: string, more: Record<string, string> = {}) =>
  (await exchange(issuer, await codeOf(issuer), more)).json() as Promise<Record<string, string>>;

describe('a simulated provider', () => {
  it.each([
    ['client_secret_basic', () => openid.ClientSecretBasic('any secret: %+')],
    ['client_secret_post', () => openid.ClientSecretPost('any secret')],
    ['client_secret_jwt', () => openid.ClientSecretJwt('any secret')],
    ['private_key_jwt', async () => openid.PrivateKeyJwt(await newKey())],
    ['none', () => openid.None()],
  ])('signs the chosen citizen in with %s', async (method, authentication) => {
    const { id, issuer } = await addRun({ citizen: 'УА90072324' });
    const config = await openid.discovery(new URL(issuer), 'library', undefined, await authentication(), {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
    const to = openid.buildAuthorizationUrl(config, {
      redirect_uri: back,
      scope: 'openid profile nationalid',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: '3600',
    });
    const answer = await fetch(to, { redirect: 'manual' });
    const location = new URL(answer.headers.get('location') ?? '');
    const checks = { pkceCodeVerifier: verifier, maxAge: 3600 };
    const tokens = await openid.authorizationCodeGrant(config, location, checks);
    const sub = tokens.claims()?.sub ?? '';
    expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      name: 'Батбаяр Сарнай',
      national_id: 'УА90072324',
    });
    const { attempts, requests } = await readRun(id);
    expect(attempts[0].used).toEqual({
      pkce: 'S256',
      state: false,
      nonce: false,
      client_authentication: method,
    });
    expect(requests.map((one: { endpoint: string }) => one.endpoint)).toEqual([
      'discovery',
      'authorization',
      'token',
      'jwks',
      'userinfo',
    ]);
  });

  it('redirects nowhere for another client, address, type or mode of answer', async () => {
    const { id, issuer } = await addRun();
    for (const wrong of [
      { client_id: 'another' },
      { redirect_uri: `${back}/` },
      { response_type: 'token' },
      { response_mode: 'form_post' },
      { scope: 'profile' },
      { code_challenge: 'x', code_challenge_method: 'md5' },
    ] as Record<string, string>[]) {
      const answer = await authorize(issuer, wrong);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    const { attempts, requests } = await readRun(id);
    expect([attempts.length, requests.length]).toEqual([0, 6]);
  });

  it('takes an authorization request by POST', async () => {
    const { issuer } = await addRun();
    const answer = await fetch(`${issuer}/authorize`, {
      method: 'POST',
      body: new URLSearchParams(asked),
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toMatch(`${back}?code=`);
  });

  it('gives a code that works once, within a minute, for its address and verifier', async () => {
    const { issuer } = await addRun();
    const code = await codeOf(issuer);
    expect((await exchange(issuer, code)).status).toBe(200);
    expect((await exchange(issuer, code)).status).toBe(400);
    expect((await exchange(issuer, '')).status).toBe(400);
    expect(
      (await exchange(issuer, await codeOf(issuer), { redirect_uri: 'https://x.example/' })).status,
    ).toBe(400);
    expect((await exchange(issuer, await codeOf(issuer), { client_id: 'another' })).status).toBe(401);
    // RFC 9700, 4.8.2: PKCE cannot be dropped on either side.
    const challenged = { code_challenge: verifier, code_challenge_method: 'plain' };
    expect((await exchange(issuer, await codeOf(issuer, challenged))).status).toBe(400);
    expect((await exchange(issuer, await codeOf(issuer), { code_verifier: verifier })).status).toBe(400);
    const late = await codeOf(issuer);
    nowMs += 60_000;
    expect((await exchange(issuer, late)).status).toBe(400);
  });

  it('keeps a code to its own run', async () => {
    const [one, other] = [await addRun(), await addRun()];
    expect((await exchange(other.issuer, await codeOf(one.issuer))).status).toBe(400);
  });

  it('serves an application in a browser from another origin', async () => {
    const { issuer } = await addRun();
    const answer = await fetch(`${issuer}/token`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('returns from sign-out to a registered address alone', async () => {
    const { issuer } = await addRun({ post_logout_redirect_uris: ['https://library.example/bye'] });
    const leave = async (to: string) =>
      (
        await fetch(`${issuer}/logout?${new URLSearchParams({ post_logout_redirect_uri: to, state: 's' })}`, {
          redirect: 'manual',
        })
      ).headers.get('location');
    expect(await leave('https://library.example/bye')).toBe('https://library.example/bye?state=s');
    expect(await leave('https://elsewhere.example/')).toBeNull();
  });

  it('answers 401 to an unknown access token and 404 for an unknown run', async () => {
    const { issuer } = await addRun();
    const headers = { authorization: 'Bearer nonsense' };
    expect((await fetch(`${issuer}/userinfo`, { headers })).status).toBe(401);
    expect((await fetch(`${simulator.url}/oidc-simulator/nothing/jwks.json`)).status).toBe(404);
  });
});

describe('a forged signature', () => {
  const isSignedWith = (token: string, secret: string) => {
    const [header = '', claims = '', signature] = token.split('.');
    return createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url') === signature;
  };

  it('verifies with the client secret of the run or of the request, so that a confused client accepts it', async () => {
    const named = await addRun({ fault: 'hs256_client_secret', client_secret: 'named' });
    expect(isSignedWith((await tokensOf(named.issuer))['id_token'] ?? '', 'named')).toBe(true);
    const sent = await addRun({ fault: 'hs256_client_secret' });
    const tokens = await tokensOf(sent.issuer, { client_secret: 'sent' });
    expect(isSignedWith(tokens['id_token'] ?? '', 'sent')).toBe(true);
  });

  it('verifies with the published key as the secret', async () => {
    const { issuer } = await addRun({ fault: 'hs256_public_key' });
    const { keys } = (await (await fetch(`${issuer}/jwks.json`)).json()) as { keys: [JsonWebKey] };
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    const pem = key.export({ type: 'spki', format: 'pem' }).toString();
    expect(isSignedWith((await tokensOf(issuer))['id_token'] ?? '', pem)).toBe(true);
  });
});

describe('the control of runs', () => {
  it('lists every fault with its clause, its expected result and a text in both languages', async () => {
    const { items } = (await simulator.control('GET', 'faults')).body;
    expect(items.map((one: { id: string }) => one.id)).toEqual(RP_FAULT_IDS);
    for (const fault of items)
      expect(fault).toMatchObject({
        clause: expect.stringMatching(/./),
        expected: expect.stringMatching(/^(sign_in|refuse|may_refuse|explain)$/),
        does: { mn: expect.stringMatching(/[а-яөү]/i), en: expect.stringMatching(/\w/) },
      });
  });

  it('has the faults of the guide', async () => {
    const guide = await readFile(
      new URL('../../../../docs/guides/relying-party-tests.md', import.meta.url),
      'utf8',
    );
    const rows = guide.match(/^\| `\w+` \| (sign_in|refuse|may_refuse|explain) \|.*$/gm);
    expect(rows).toEqual(
      Object.values(RP_FAULTS).map(({ id, expected, clause }) => `| \`${id}\` | ${expected} | ${clause} |`),
    );
  });

  it('shows what arrived, without a secret', async () => {
    const { id, issuer } = await addRun({ client_secret: 'secret-of-the-run' });
    const code = await codeOf(issuer, {
      state: 'secret-state',
      nonce: 'secret-nonce',
      login_hint: 'secret-person',
      code_challenge: 'secret-verifier',
    });
    const given = { code_verifier: 'secret-verifier', client_secret: 'secret-sent' };
    const tokens = (await (await exchange(issuer, code, given)).json()) as Record<string, string>;
    await fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${tokens['access_token']}` } });
    const run = await readRun(id);
    expect(run.requests[0].parameters).toMatchObject({ scope: 'openid profile', state: '(not shown)' });
    const text = JSON.stringify([run, (await simulator.control('GET', 'runs')).body]);
    for (const secret of ['secret-', code, tokens['access_token'] ?? code, tokens['id_token'] ?? code])
      expect(text).not.toContain(secret);
  });

  it('changes the fault and keeps the issuer; a sign-in keeps the fault that it began with', async () => {
    const { id, issuer } = await addRun();
    const code = await codeOf(issuer);
    const changed = await simulator.control('PATCH', `runs/${id}`, { fault: 'token_error' });
    expect(changed.body).toMatchObject({ issuer, fault: 'token_error', expected: 'explain' });
    expect((await exchange(issuer, code)).status).toBe(200);
    expect((await exchange(issuer, await codeOf(issuer))).status).toBe(500);
  });

  it('concludes from calls alone, and from the report of an application', async () => {
    const { id, issuer } = await addRun({ fault: 'wrong_audience' });
    const verdict = async () => (await readRun(id)).attempts.at(-1).reason;
    expect((await simulator.control('POST', `runs/${id}/report`, { signed_in: true })).status).toBe(409);
    const tokens = await tokensOf(issuer);
    expect(await verdict()).toBe('unseen');
    await simulator.control('POST', `runs/${id}/report`, { signed_in: false });
    expect(await verdict()).toBe('refused');
    await simulator.control('POST', `runs/${id}/report`, { signed_in: true });
    expect(await verdict()).toBe('signed_in_anyway');
    await fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${tokens['access_token']}` } });
    expect(await verdict()).toBe('token_used');
  });

  it('tells a missing protection from one that another replaces', async () => {
    const { id, issuer } = await addRun({ fault: 'wrong_state' });
    await authorize(issuer);
    await authorize(issuer, { nonce: 'n' });
    await simulator.control('PATCH', `runs/${id}`, { fault: 'missing_nonce' });
    await authorize(issuer, { state: 's' });
    const reasons = (await readRun(id)).attempts.map((one: { reason: string }) => one.reason);
    expect(reasons).toEqual(['unprotected', 'no_state', 'no_nonce']);
  });

  it.each([
    [400, { ...client, unknown: 1 }],
    [400, { ...client, fault: 'unknown' }],
    [400, { ...client, slow_ms: 120_001 }],
    [400, { client_id: 'library', redirect_uris: [] }],
    [400, { client_id: 'library', redirect_uris: ['javascript:alert(1)'] }],
    [400, { ...client, post_logout_redirect_uris: ['/bye'] }],
    [404, { ...client, citizen: 'nobody' }],
  ])('answers %i to %o', async (status, body) => {
    expect((await simulator.control('POST', 'runs', body)).status).toBe(status);
  });

  it('removes a run', async () => {
    const { id, issuer } = await addRun();
    expect((await simulator.control('DELETE', `runs/${id}`)).status).toBe(204);
    expect((await simulator.control('GET', `runs/${id}`)).status).toBe(404);
    expect((await authorize(issuer)).status).toBe(404);
  });
});

function newKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
}
