import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../problem.ts';
import { registerUpstreamSso } from './index.ts';

const secret = 'secret';
const verifier = 'v'.repeat(43);
const asked = {
  client_id: 'tamga',
  redirect_uri: 'https://tamga.example/back',
  response_type: 'code',
  scope: 'openid profile',
  state: 's-1',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let app: FastifyInstance;
let sub: string;
let nowMs = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(answerError);
  await registerUpstreamSso(app, {
    clientSecret: secret,
    publicUrl: () => 'http://localhost:9000',
    now: () => new Date(nowMs),
  });
  sub = (await app.inject('/control/upstream-sso/people')).json().items[0].sub;
});
afterAll(() => app.close());

const send = (path: string, body: Record<string, string>, headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/upstream-sso/${path}`,
    payload: new URLSearchParams(body).toString(),
    headers: { ...form, ...headers },
  });
const decide = async (change: Record<string, string> = {}) =>
  new URL(
    (await send('authorize/decide', { ...asked, sub, decision: 'allow', ...change })).headers.location ?? '',
  ).searchParams;
const basic = { authorization: `Basic ${Buffer.from(`tamga:${secret}`).toString('base64')}` };
const redeem = (code: string | null, change: Record<string, string> = {}, headers: object = basic) =>
  send(
    'token',
    {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: asked.redirect_uri,
      code_verifier: verifier,
      ...change,
    },
    headers,
  );
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('the upstream single sign-on', () => {
  it('shows a page to choose any citizen, without scripts', async () => {
    const page = await app.inject({ url: '/upstream-sso/authorize', query: asked });
    expect(page.body).toContain('<select name="sub">');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    [{ client_id: 'other' }],
    [{ redirect_uri: 'javascript:alert(1)' }],
    [{ response_type: 'token' }],
    [{ code_challenge: '' }],
  ])('rejects %o at once', async (change) => {
    const answer = await app.inject({ url: '/upstream-sso/authorize', query: { ...asked, ...change } });
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
  });

  it('gives a code that works once, for its own client, address and verifier', async () => {
    const back = await decide();
    expect([back.get('state'), back.get('iss')]).toEqual(['s-1', 'http://localhost:9000/upstream-sso']);
    const answer = await redeem(back.get('code'));
    expect(claimsOf(answer.json().id_token)).toMatchObject({ aud: 'tamga', sub, nonce: 'n-1' });
    expect((await redeem(back.get('code'))).json()).toEqual({ error: 'invalid_grant' });
    for (const change of [{ code_verifier: 'w'.repeat(43) }, { redirect_uri: 'https://x.example/' }])
      expect((await redeem((await decide()).get('code'), change)).statusCode).toBe(400);
    const late = await decide();
    nowMs += 60_000;
    expect((await redeem(late.get('code'))).statusCode).toBe(400);
    const foreign = await decide({ client_id: 'tamga-native' });
    expect((await redeem(foreign.get('code'))).statusCode).toBe(400);
    expect((await redeem((await decide()).get('code'), {}, {})).statusCode).toBe(401);
  });

  it('releases the claims of the scopes: numbers under nationalid, a refresh token under offline_access', async () => {
    const few = (await redeem((await decide()).get('code'))).json();
    expect(claimsOf(few.id_token)).not.toHaveProperty('national_id');
    expect(few).not.toHaveProperty('refresh_token');
    const scope = 'openid profile nationalid offline_access';
    const many = (await redeem((await decide({ scope })).get('code'))).json();
    expect(claimsOf(many.id_token)).toMatchObject({ national_id: expect.any(String) });
    const again = { grant_type: 'refresh_token', refresh_token: many.refresh_token };
    expect((await send('token', again, basic)).statusCode).toBe(200);
    expect((await send('token', again, basic)).statusCode).toBe(400);
    const info = await app.inject({
      url: '/upstream-sso/userinfo',
      headers: { authorization: `Bearer ${many.access_token}` },
    });
    expect(info.json()).toMatchObject({ sub, register_number: expect.any(String) });
  });

  it('returns a person who rejects with access_denied', async () => {
    expect((await decide({ decision: 'deny' })).get('error')).toBe('access_denied');
  });
});
