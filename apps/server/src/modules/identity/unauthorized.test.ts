import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setRole } from '../users/index.ts';
import { createTokens } from './tokens.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let session: SignedIn;
let plain: Answer;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  session = await open();
  plain = await ask(undefined);
});
afterAll(() => world.close());

const open = async () => signIn(server, phone, await phone.citizen());
const ask = (authorization: string | undefined, on = server) =>
  createCaller(on.url).get('/api/v1/users/me', {
    headers: authorization === undefined ? {} : { authorization },
  });
const bearer = (token: string, on = server) => ask(`Bearer ${token}`, on);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const forge = (header: object, token: string, sign: (text: string) => string) => {
  const text = `${encode(header)}.${encode(claimsOf(token))}`;
  return `${text}.${sign(text)}`;
};
const hmac = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Every failure has the same status, body bytes and headers. */
function expectTheOne401(answer: Answer): void {
  const without = ({ text, body }: Answer) => text.replace(String(body.request_id), '');
  expect(answer.status).toBe(401);
  expect(without(answer)).toBe(without(plain));
  expect([...answer.headers.keys()]).toEqual([...plain.headers.keys()]);
}

describe('the uniform 401', () => {
  it('says what to do and nothing else', () => {
    expect(plain.status).toBe(401);
    expect(plain.body).toEqual({
      status: false,
      message: 'Sign in to continue.',
      error: 'unauthorized',
      request_id: expect.any(String),
    });
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'bearer x',
    'Bearer null',
    `Bearer ${'a'.repeat(5000)}`,
  ])('answers the header %j', async (header) => expectTheOne401(await ask(header)));

  it('answers a valid token under another scheme, or sent twice', async () => {
    expectTheOne401(await ask(`Token ${session.token}`));
    expectTheOne401(await ask(session.token));
    expectTheOne401(await ask(`Bearer ${session.token} ${session.token}`));
    expect((await ask(`bearer ${session.token}`)).status).toBe(200);
  });

  it('answers a refresh token used as an access token', async () =>
    expectTheOne401(await bearer(session.refreshToken)));

  it('answers alg none, with and without a signature', async () => {
    const signature = session.token.split('.')[2] ?? '';
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const end of ['', signature])
        expectTheOne401(await bearer(forge({ alg, typ: 'JWT' }, session.token, () => end)));
  });

  it('answers other algorithms, even with a valid HMAC under our key', async () => {
    const ours = hmac(server.config.JWT_SECRET);
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const rsa = (text: string) => createSign('sha256').update(text).sign(privateKey, 'base64url');
    for (const token of [
      forge({ alg: 'RS256', typ: 'JWT' }, session.token, rsa),
      forge({ alg: 'RS256', typ: 'JWT' }, session.token, ours),
      forge({ alg: 'HS256', typ: 'JWT' }, session.token, hmac(pem)),
      forge({ alg: 'HS512', typ: 'JWT' }, session.token, ours),
      forge({ typ: 'JWT', alg: 'HS256' }, session.token, ours),
      forge({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }, session.token, hmac('')),
    ])
      expectTheOne401(await bearer(token));
  });

  it('answers claims changed after signing', async () => {
    const [header, , signature] = session.token.split('.');
    const payload = encode({ ...claimsOf(session.token), role_id: 1 });
    expectTheOne401(await bearer(`${header}.${payload}.${signature}`));
  });

  it('answers a token of an unknown session or of another person', async () => {
    const tokens = createTokens(server.config.JWT_SECRET, server.config.JWT_ISSUER);
    const claims = claimsOf(session.token) as never as Parameters<typeof tokens.sign>[0];
    expect((await bearer(tokens.sign(claims))).status).toBe(200);
    expectTheOne401(await bearer(tokens.sign({ ...claims, fid: randomUUID() })));
    expectTheOne401(await bearer(tokens.sign({ ...claims, sub: randomUUID() })));
  });

  it('answers every token after the secret or the issuer changed', async () => {
    for (const env of [
      { JWT_SECRET: 'another-key-0123456789-abcdefghijkl' },
      { JWT_ISSUER: 'https://another.example' },
    ]) {
      const changed = await world.startServer({ env });
      expectTheOne401(await bearer(session.token, changed));
      const refreshed = await createCaller(changed.url).post('/api/v1/auth/refresh', {
        refresh_token: session.refreshToken,
      });
      expect([refreshed.status, refreshed.body.error]).toEqual([401, 'invalid_refresh_token']);
      const left = await createCaller(changed.url).post('/api/v1/auth/logout', {}, { token: session.token });
      expect(left.status).toBe(401);
      await changed.stop();
    }
    expect((await bearer(session.token)).status).toBe(200);
  });

  it('answers an ended session', async () => {
    const ended = await open();
    await createCaller(server.url).post('/api/v1/auth/logout', {}, { token: ended.token });
    expectTheOne401(await callUntil(401, () => bearer(ended.token)));
  });

  it('answers a token from before a role change', async () => {
    const before = await open();
    await changeAsSystem(server, world.clock.now(), (tx) => setRole(tx, before.userId, 4));
    expectTheOne401(await callUntil(401, () => bearer(before.token)));
    world.clock.advance(1);
  });

  it('answers a deleted person', async () => {
    const gone = await open();
    await world.database.query('update users set deleted_at = now() where id = $1', [gone.userId]);
    expectTheOne401(await bearer(gone.token));
    await world.database.query('update users set deleted_at = null where id = $1', [gone.userId]);
  });

  it('answers an expired access token, to the second', async () => {
    const short = await open();
    const ends = Number(claimsOf(short.token)['exp']) * 1000;
    world.clock.advance(ends - world.clock.now().getTime() - 1);
    expect((await bearer(short.token)).status).toBe(200);
    world.clock.advance(1);
    expectTheOne401(await bearer(short.token));
  });

  it('is in the caller’s language', async () => {
    const answer = await createCaller(server.url).get('/api/v1/users/me', {
      headers: { 'accept-language': 'mn' },
    });
    expect([answer.status, answer.body.message]).toEqual([401, 'Нэвтэрнэ үү.']);
  });
});
