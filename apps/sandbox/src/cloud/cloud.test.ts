import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../problem.ts';
import { contentHash, generatedBytes } from './content.ts';
import { registerDropbox } from './dropbox.ts';
import { registerGoogle } from './google.ts';

const verifier = 'v'.repeat(43);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let app: FastifyInstance;
let account: string;
let nowMs = Date.UTC(2030, 0, 1);

const sides = {
  google: {
    authorize: '/google/o/oauth2/v2/auth',
    token: '/google/token',
    extra: {
      access_type: 'offline',
      prompt: 'consent',
      scope: 'openid https://www.googleapis.com/auth/drive.file',
    } as Record<string, string>,
    list: (token: string) =>
      app.inject({ url: '/google/drive/v3/files', headers: { authorization: `Bearer ${token}` } }),
  },
  dropbox: {
    authorize: '/dropbox/www/oauth2/authorize',
    token: '/dropbox/api/oauth2/token',
    extra: { token_access_type: 'offline', scope: 'files.metadata.read' } as Record<string, string>,
    list: (token: string) =>
      app.inject({
        method: 'POST',
        url: '/dropbox/api/2/files/list_folder',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: '{"path":""}',
      }),
  },
};
type Side = keyof typeof sides;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(answerError);
  const options = {
    clientId: 'tamga',
    clientSecret: 'secret',
    publicUrl: () => 'http://localhost:9000',
    now: () => new Date(nowMs),
  };
  await registerGoogle(app, options);
  await registerDropbox(app, options);
  account = (await app.inject('/control/cloud/google/accounts')).json().items[0].email;
});
afterAll(() => app.close());

const asked = (side: Side) => ({
  client_id: 'tamga',
  redirect_uri: 'https://tamga.example/back',
  response_type: 'code',
  state: 's-1',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...sides[side].extra,
});
const send = (url: string, body: Record<string, string>) =>
  app.inject({ method: 'POST', url, payload: new URLSearchParams(body).toString(), headers: form });
async function codeOf(side: Side, change: Record<string, string> = {}): Promise<string> {
  const body = { ...asked(side), account, decision: 'allow', ...change };
  const answer = await send(`${sides[side].authorize}/decide`, body);
  return new URL(answer.headers.location ?? '').searchParams.get('code') ?? '';
}
const client = { client_id: 'tamga', client_secret: 'secret' };
const redeem = (side: Side, code: string, change: Record<string, string> = {}) =>
  send(sides[side].token, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://tamga.example/back',
    code_verifier: verifier,
    ...client,
    ...change,
  });
const refresh = (side: Side, token: string) =>
  send(sides[side].token, { grant_type: 'refresh_token', refresh_token: token, ...client });

describe.each(['google', 'dropbox'] as const)('%s', (side) => {
  it('shows a page without scripts and rejects a request without PKCE, client or address', async () => {
    const page = await app.inject({ url: sides[side].authorize, query: asked(side) });
    expect(page.body).toContain('<select name="account">');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const change of [
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { client_id: 'x' },
      { redirect_uri: 'javascript:alert(1)' },
    ]) {
      const answer = await app.inject({ url: sides[side].authorize, query: { ...asked(side), ...change } });
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });

  it('redeems a code once, with its verifier, address and secret', async () => {
    for (const change of [
      { code_verifier: 'w'.repeat(43) },
      { redirect_uri: 'https://x.example/' },
      { client_secret: 'wrong' },
    ])
      expect((await redeem(side, await codeOf(side), change)).statusCode).toBeGreaterThanOrEqual(400);
    const code = await codeOf(side);
    const { access_token: token } = (await redeem(side, code)).json();
    expect((await sides[side].list(token)).statusCode).toBe(200);
    expect((await redeem(side, code)).json().error).toBe('invalid_grant');
    // The second use ended what the first one gave.
    expect((await sides[side].list(token)).statusCode).toBe(401);
  });

  it('rotates refresh tokens, and a reused one ends the grant', async () => {
    const first = (await redeem(side, await codeOf(side))).json();
    const second = (await refresh(side, first.refresh_token)).json();
    expect((await sides[side].list(second.access_token)).statusCode).toBe(200);
    expect((await refresh(side, first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(side, second.refresh_token)).json().error).toBe('invalid_grant');
    expect((await sides[side].list(second.access_token)).statusCode).toBe(401);
  });

  it('ends access tokens after an hour', async () => {
    const { access_token: token } = (await redeem(side, await codeOf(side))).json();
    nowMs += 3_600_000;
    expect((await sides[side].list(token)).statusCode).toBe(401);
  });
});

it("computes Dropbox's content hash across blocks", () => {
  const size = 9 * 1024 * 1024 + 5;
  const whole = Buffer.concat([...generatedBytes(size)]);
  const blocks = [0, 1, 2].map((at) =>
    createHash('sha256')
      .update(whole.subarray(at * 4194304, (at + 1) * 4194304))
      .digest(),
  );
  const expected = createHash('sha256').update(Buffer.concat(blocks)).digest('hex');
  expect([contentHash(generatedBytes(size)), contentHash(whole)]).toEqual([expected, expected]);
});
