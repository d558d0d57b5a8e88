import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../../../scripts/free-ports.ts';
import { registerSocial } from '../../../../sandbox/src/social/index.ts';
import { createSocialAdapter } from './index.ts';

const client = { clientId: 'tamga', clientSecret: 'se:cret +%' };
const redirectUri = 'https://tamga.example/back';
const own = { redirectUri, codeVerifier: 'v'.repeat(43), nonce: 'n-1' };
let app: FastifyInstance;
let dataDir: string;
let url: string;
let nowMs: number;
const now = () => new Date(nowMs);

async function startProvider(keyDir: string, port: number): Promise<void> {
  app = Fastify();
  await registerSocial(app, { ...client, dataDir: keyDir, publicUrl: () => url, now });
  url = await app.listen({ host: '127.0.0.1', port });
}

beforeEach(async () => {
  nowMs = Date.UTC(2030, 0, 1);
  dataDir = mkdtempSync(join(tmpdir(), 'tamga-social-'));
  const [port = 0] = await findFreePorts(1);
  await startProvider(dataDir, port);
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const adapter = (change = {}) => createSocialAdapter({ issuer: `${url}/social`, ...client, now, ...change });
async function decide(query: URLSearchParams, email: string): Promise<URLSearchParams> {
  const body = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ decision: 'allow', email, email_verified: 'true' }))
    body.set(name, value);
  const answer = await fetch(`${url}/social/authorize/decide`, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}
async function codeFor(email: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    nonce: own.nonce,
    code_challenge: createHash('sha256').update(own.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return (await decide(query, email)).get('code') ?? '';
}

describe('the social adapter', () => {
  it('starts with an address that carries state, nonce and a PKCE challenge, new each time', async () => {
    const social = adapter();
    const begun = await social.begin({ redirectUri });
    if (!begun.ok) return expect.fail(begun.detail);
    const { authUrl, state, nonce, codeVerifier } = begun.start;
    const query = new URL(authUrl).searchParams;
    expect(authUrl).toMatch(`${url}/social/authorize?`);
    expect(Object.fromEntries(query)).toEqual({
      client_id: client.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      state,
      nonce,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(await social.begin({ redirectUri })).not.toMatchObject({ start: { state } });
    expect((await fetch(authUrl)).status).toBe(200);
    const back = await decide(query, 'a@example.mn');
    expect(back.get('state')).toBe(state);
    const code = back.get('code') ?? '';
    expect((await social.exchange({ code, redirectUri, codeVerifier, nonce })).ok).toBe(true);
  });

  it('exchanges a code for a proof, once', async () => {
    const social = adapter();
    const code = await codeFor('a@example.mn');
    expect(await social.exchange({ code, ...own })).toMatchObject({
      ok: true,
      proof: { issuer: `${url}/social`, email: 'a@example.mn', emailVerified: true },
    });
    expect(await social.exchange({ code, ...own })).toMatchObject({
      failure: 'rejected',
      detail: 'exchange: invalid_grant',
    });
  });

  it.each([
    ['another verifier', { codeVerifier: 'w'.repeat(43) }],
    ['no verifier', { codeVerifier: undefined }],
    ['another nonce', { nonce: 'n-2' }],
    ['no nonce', { nonce: undefined }],
    ['another address', { redirectUri: `${redirectUri}/other` }],
  ])('refuses a code that comes with %s', async (_what, change) => {
    const code = await codeFor('a@example.mn');
    expect(await adapter().exchange({ code, ...own, ...change })).toMatchObject({ failure: 'rejected' });
  });

  it('finds the new keys of a provider that rotates them', async () => {
    const social = adapter();
    await social.exchange({ code: await codeFor('a@example.mn'), ...own });
    const { port } = new URL(url);
    await app.close();
    await startProvider(join(dataDir, 'new'), Number(port));
    const outcome = await social.exchange({ code: await codeFor('a@example.mn'), ...own });
    expect(outcome.ok).toBe(true);
  });

  it('refuses a discovery document of another issuer', async () => {
    const listening = url;
    url = 'https://elsewhere.example';
    const social = adapter({ issuer: `${listening}/social` });
    const failed = {
      failure: 'unavailable',
      detail: 'discovery: OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    };
    expect(await social.exchange({ code: 'x', ...own })).toMatchObject(failed);
    expect(await social.begin({ redirectUri })).toMatchObject(failed);
    url = listening;
  });

  it('distinguishes a wrong secret, an outage and a missing setting', async () => {
    const code = await codeFor('a@example.mn');
    const wrong = adapter({ clientSecret: 'wrong' });
    expect(await wrong.exchange({ code, ...own })).toMatchObject({ failure: 'rejected' });
    const silent = adapter({ issuer: 'http://127.0.0.1:9' });
    expect(await silent.exchange({ code, ...own })).toMatchObject({ failure: 'unavailable' });
    const unset = adapter({ clientSecret: undefined });
    expect(await unset.exchange({ code, ...own })).toMatchObject({ failure: 'not_configured' });
    expect(await unset.begin({ redirectUri })).toMatchObject({ failure: 'not_configured' });
    expect([adapter().provider, unset.provider]).toEqual([new URL(url).host, undefined]);
  });
});
