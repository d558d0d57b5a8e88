import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerSocial } from '../../../../sandbox/src/social/index.ts';
import { createSocialAdapter } from './index.ts';

const client = { clientId: 'tamga', clientSecret: 'se:cret +%' };
const redirectUri = 'https://tamga.example/back';
let app: FastifyInstance;
let dataDir: string;
let url: string;
let nowMs: number;
const now = () => new Date(nowMs);

async function startProvider(keyDir: string, port = 0): Promise<void> {
  app = Fastify();
  await registerSocial(app, { ...client, dataDir: keyDir, publicUrl: () => url, now });
  url = await app.listen({ host: '127.0.0.1', port });
}

beforeEach(async () => {
  nowMs = Date.UTC(2030, 0, 1);
  dataDir = mkdtempSync(join(tmpdir(), 'tamga-social-'));
  await startProvider(dataDir);
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const adapter = (change = {}) => createSocialAdapter({ issuer: `${url}/social`, ...client, now, ...change });
async function codeFor(email: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    decision: 'allow',
    email,
    email_verified: 'true',
  });
  const answer = await fetch(`${url}/social/authorize/decide`, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

describe('the social adapter', () => {
  it('exchanges a code for a proof, once', async () => {
    const social = adapter();
    const code = await codeFor('a@example.mn');
    expect(await social.exchange({ code, redirectUri })).toMatchObject({
      ok: true,
      proof: { issuer: `${url}/social`, email: 'a@example.mn', emailVerified: true },
    });
    expect(await social.exchange({ code, redirectUri })).toMatchObject({ ok: false, failure: 'rejected' });
  });

  it('asks for the keys again when the provider signs with a new one', async () => {
    const social = adapter();
    await social.exchange({ code: await codeFor('a@example.mn'), redirectUri });
    const { port } = new URL(url);
    await app.close();
    await startProvider(join(dataDir, 'new'), Number(port));
    const outcome = await social.exchange({ code: await codeFor('a@example.mn'), redirectUri });
    expect(outcome.ok).toBe(true);
  });

  it('refuses a discovery document that speaks for another issuer', async () => {
    const listening = url;
    url = 'https://elsewhere.example';
    const social = adapter({ issuer: `${listening}/social` });
    expect(await social.exchange({ code: 'x', redirectUri })).toMatchObject({
      failure: 'unavailable',
      detail: 'discovery names another issuer',
    });
    url = listening;
  });

  it('tells a wrong secret, a silent provider and a missing setting apart', async () => {
    const code = await codeFor('a@example.mn');
    const wrong = adapter({ clientSecret: 'wrong' });
    expect(await wrong.exchange({ code, redirectUri })).toMatchObject({ failure: 'rejected' });
    const silent = adapter({ issuer: 'http://127.0.0.1:9' });
    expect(await silent.exchange({ code, redirectUri })).toMatchObject({ failure: 'unavailable' });
    const unset = adapter({ clientId: undefined });
    expect(await unset.exchange({ code, redirectUri })).toMatchObject({ failure: 'not_configured' });
  });
});
