import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../problem.ts';
import { registerSocial } from './index.ts';

const client = { clientId: 'tamga', clientSecret: 'secret' };
const redirectUri = 'https://tamga.example/back?from=social';
let app: FastifyInstance;
let dataDir: string;
let nowMs = Date.UTC(2030, 0, 1);

async function start(): Promise<FastifyInstance> {
  const fresh = Fastify();
  fresh.setErrorHandler(answerError);
  await registerSocial(fresh, {
    ...client,
    dataDir,
    publicUrl: () => 'http://localhost:9000',
    now: () => new Date(nowMs),
  });
  return fresh;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tamga-social-'));
  app = await start();
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const verifier = 'v'.repeat(43);
const request = {
  client_id: client.clientId,
  redirect_uri: redirectUri,
  state: 's"1',
  response_type: 'code',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const form = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
async function decide(fields: Record<string, string> = {}): Promise<URLSearchParams> {
  const body = { ...request, decision: 'allow', email: 'Bat@example.mn', ...fields };
  const answer = await form('/social/authorize/decide', body);
  expect(answer.statusCode).toBe(303);
  const back = new URL(answer.headers.location ?? '');
  expect([back.origin, back.searchParams.get('from')]).toEqual(['https://tamga.example', 'social']);
  return back.searchParams;
}
const exchange = (code: string | null, fields: Record<string, string> = {}) =>
  form('/social/token', {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    code_verifier: verifier,
    ...fields,
  });

describe('the social provider', () => {
  it('shows a page to choose an account, with the request escaped', async () => {
    const page = await app.inject({ url: '/social/authorize', query: { ...request, login_hint: '<b>' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://tamga.example");
    expect(page.body).toContain('value="s&#34;1"');
    expect(page.body).not.toContain('<b>');
  });

  it('signs in the chosen account, with a verified address and a name', async () => {
    const page = await app.inject({ url: '/social/authorize', query: request });
    const [, address = ''] = /name="as" value="([^"]+)"/.exec(page.body) ?? [];
    const back = await decide({ as: address, decision: '', email: '' });
    const [, payload = ''] = (await exchange(back.get('code'))).json().id_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      email: address,
      email_verified: true,
      name: expect.stringMatching(/^\p{Lu}/u),
    });
  });

  it.each([
    ['without PKCE', { code_challenge: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with a challenge of no method', { code_challenge_method: '' }],
    ['without a nonce', { nonce: '' }],
  ])('rejects a request %s', async (_what, change) => {
    const query = { ...request, ...change };
    expect((await app.inject({ url: '/social/authorize', query })).statusCode).toBe(400);
    const decided = await form('/social/authorize/decide', { ...query, decision: 'allow', email: 'a@b.mn' });
    expect([decided.statusCode, decided.headers.location]).toEqual([400, undefined]);
  });

  it('returns a code and the state, and exchanges the code for a signed token once', async () => {
    const back = await decide({ email_verified: 'true' });
    expect(back.get('state')).toBe('s"1');
    const answer = await exchange(back.get('code'));
    const [, payload = ''] = answer.json().id_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: 'http://localhost:9000/social',
      aud: 'tamga',
      email: 'Bat@example.mn',
      email_verified: true,
      nonce: 'n-1',
    });
    expect((await exchange(back.get('code'))).json()).toEqual({ error: 'invalid_grant' });
  });

  it('binds a code to its address, client, verifier and two minutes', async () => {
    const code = async (fields = {}) => (await decide(fields)).get('code');
    const errorOf = async (answer: ReturnType<typeof exchange>) => (await answer).json().error;
    expect(await errorOf(exchange(await code(), { redirect_uri: 'https://x.example' }))).toBe(
      'invalid_grant',
    );
    expect(await errorOf(exchange(await code(), { client_secret: 'wrong' }))).toBe('invalid_client');
    expect(await errorOf(exchange(await code(), { code_verifier: '' }))).toBe('invalid_grant');
    expect(await errorOf(exchange(await code(), { code_verifier: 'w'.repeat(43) }))).toBe('invalid_grant');
    expect((await exchange(await code())).statusCode).toBe(200);
    const late = await code();
    nowMs += 2 * 60_000;
    expect(await errorOf(exchange(late))).toBe('invalid_grant');
  });

  it('reports a rejection to the client, and never redirects to an unchecked address', async () => {
    expect((await decide({ decision: 'deny' })).get('error')).toBe('access_denied');
    for (const wrong of [
      { client_id: 'other' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: '' },
    ]) {
      const answer = await form('/social/authorize/decide', { ...request, decision: 'allow', ...wrong });
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });

  it('keeps its key over a restart', async () => {
    const keys = async (on: FastifyInstance) => (await on.inject('/social/jwks.json')).json();
    const again = await start();
    expect(await keys(again)).toEqual(await keys(app));
    expect(JSON.stringify(await keys(app))).not.toContain('"d"');
    await again.close();
  });
});
