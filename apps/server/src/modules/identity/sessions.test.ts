import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, callUntil, createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type Phone, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setRole } from '../users/index.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const newSession = async (on = server) => signIn(on, phone, await phone.citizen());
/** Each call uses a separate source address, so that the allowance of /auth/* does not interfere. */
const refresh = (refresh_token: string, on = server) =>
  createCaller(on.url).post('/api/v1/auth/refresh', { refresh_token });
const logout = (body: object = {}, options: CallOptions = {}, on = server) =>
  createCaller(on.url).post('/api/v1/auth/logout', body, options);
const me = (token: string, on = server) => createCaller(on.url).get('/api/v1/users/me', { token });
const errorOf = ({ status, body }: Answer) => [status, body.error];
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const minute = 60_000;

describe('auth.refresh', () => {
  it('rotates the pair within the session, and both new tokens work', async () => {
    const session = await newSession();
    world.clock.advance(minute);
    const answer = await refresh(session.refreshToken);
    const { data } = answer.body;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(data.id).toBe(session.userId);
    expect([data.token, data.refresh_token]).not.toContain(session.token);
    expect(data.refresh_token).not.toBe(session.refreshToken);
    expect(claimsOf(data.token)).toMatchObject({
      fid: claimsOf(session.token)['fid'],
      sub: session.userId,
      kind: 'access',
      role_id: 4,
    });
    expect((await me(data.token)).status).toBe(200);
    expect((await refresh(data.refresh_token)).status).toBe(200);
  });

  it('returns the expiry times: 15 minutes and 7 days', async () => {
    const { data } = (await refresh((await newSession()).refreshToken)).body;
    const left = (text: string) => Math.ceil((Date.parse(text) - world.clock.now().getTime()) / 1000);
    expect([left(data.access_expires_at), left(data.refresh_expires_at)]).toEqual([900, 7 * 24 * 3600]);
    expect(claimsOf(data.token)['exp']).toBe(Date.parse(data.access_expires_at) / 1000);
  });

  it('ends thirty days after the sign-in, however often it was refreshed', async () => {
    const opened = world.clock.now().getTime();
    const endsAt = Math.floor(opened / 1000 + 30 * 24 * 3600) * 1000;
    let { refreshToken, token } = await newSession();
    const day = 24 * 3600 * 1000;
    for (let days = 0; days < 30; days += 6) {
      const { data } = (await refresh(refreshToken)).body;
      const unbounded = Math.floor(world.clock.now().getTime() / 1000 + 7 * 24 * 3600) * 1000;
      expect(Date.parse(data.refresh_expires_at)).toBe(Math.min(unbounded, endsAt));
      refreshToken = data.refresh_token;
      world.clock.advance(6 * day - minute);
    }
    const last = (await refresh(refreshToken)).body.data;
    expect(Date.parse(last.access_expires_at)).toBe(endsAt);
    token = last.token;
    expect((await me(token)).status).toBe(200);
    world.clock.advance(5 * minute);
    expect(errorOf(await refresh(last.refresh_token))).toEqual([401, 'invalid_refresh_token']);
    expect((await me(token)).status).toBe(401);
  });

  it('applies a shorter setting to open sessions', async () => {
    const { refreshToken } = await newSession();
    const stricter = await world.startServer({ env: { SESSION_MAX_DAYS: '1' } });
    world.clock.advance(24 * 60 * minute);
    expect(errorOf(await refresh(refreshToken, stricter))).toEqual([401, 'invalid_refresh_token']);
    expect((await refresh(refreshToken)).status).toBe(200);
    await stricter.stop();
  });

  it('puts no name, number or address into a token', async () => {
    const citizen = await phone.citizen();
    const { token, refreshToken } = await newSession();
    for (const claims of [claimsOf(token), claimsOf(refreshToken)]) {
      expect(Object.keys(claims).sort()).toEqual([
        'exp',
        'fid',
        'iat',
        'iss',
        'jti',
        'kind',
        'role_id',
        'sub',
      ]);
      expect(JSON.stringify(claims)).not.toContain(citizen.civil_id);
    }
  });

  it('ends the session when a replaced token is reused', async () => {
    const session = await newSession();
    const second = (await refresh(session.refreshToken)).body.data;
    const third = (await refresh(second.refresh_token)).body.data;
    const reused = await refresh(session.refreshToken);
    expect(errorOf(reused)).toEqual([401, 'invalid_refresh_token']);
    expect(reused.text).not.toContain('"token"');
    for (const token of [session.refreshToken, second.refresh_token, third.refresh_token])
      expect(errorOf(await refresh(token))).toEqual([401, 'invalid_refresh_token']);
    for (const token of [session.token, second.token, third.token]) await callUntil(401, () => me(token));
  });

  it('does not affect other sessions of the same person', async () => {
    const attacked = await newSession();
    const other = await newSession();
    await refresh(attacked.refreshToken);
    await refresh(attacked.refreshToken);
    await callUntil(401, () => me(attacked.token));
    expect((await me(other.token)).status).toBe(200);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it('lets one of two concurrent uses succeed, and still ends the session', async () => {
    const session = await newSession();
    const answers = await Promise.all([refresh(session.refreshToken), refresh(session.refreshToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = answers.find(({ status }) => status === 200)?.body.data;
    await callUntil(401, () => me(winner.token));
    expect((await refresh(winner.refresh_token)).status).toBe(401);
  });

  it('answers 400 without a token', async () => {
    const answer = await createCaller(server.url).post('/api/v1/auth/refresh');
    expect(errorOf(answer)).toEqual([400, 'missing_refresh_token']);
  });

  it('gives the same answer to an access token, an expired, an unknown and a reused token', async () => {
    const session = await newSession();
    const expired = session.refreshToken;
    const { data } = (await refresh((await newSession()).refreshToken)).body;
    await logout({ refresh_token: data.refresh_token });
    const answers = [await refresh(data.token), await refresh(data.refresh_token), await refresh('x.y.z')];
    world.clock.advance(7 * 24 * 3600 * 1000);
    answers.push(await refresh(expired));
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual([401, 'invalid_refresh_token']);
      expect(answer.text.replace(answer.body.request_id ?? '', '')).toBe(
        answers[0]?.text.replace(answers[0].body.request_id ?? '', ''),
      );
    }
  });
});

describe('SESSION_REFRESH_GRACE_SECONDS', () => {
  let patient: TestServer;
  beforeAll(async () => {
    patient = await world.startServer({ env: { SESSION_REFRESH_GRACE_SECONDS: '10' } });
  });

  it('returns the same successor again to a client that lost the answer', async () => {
    const session = await newSession(patient);
    const answers = await Promise.all([1, 2, 3].map(() => refresh(session.refreshToken, patient)));
    world.clock.advance(9000);
    answers.push(await refresh(session.refreshToken, patient));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const successors = answers.map(({ body }) => claimsOf(body.data.refresh_token)['jti']);
    expect(new Set(successors).size).toBe(1);
  });

  it('never forks a session: all copies of the successor share one next step', async () => {
    const session = await newSession(patient);
    const one = (await refresh(session.refreshToken, patient)).body.data;
    const two = (await refresh(session.refreshToken, patient)).body.data;
    const next = (await refresh(one.refresh_token, patient)).body.data;
    const same = (await refresh(two.refresh_token, patient)).body.data;
    expect(claimsOf(same.refresh_token)['jti']).toBe(claimsOf(next.refresh_token)['jti']);
    // Reuse from two steps back is no lost answer.
    expect((await refresh(session.refreshToken, patient)).status).toBe(401);
    expect((await refresh(next.refresh_token, patient)).status).toBe(401);
    await callUntil(401, () => me(next.token, patient));
  });

  it('ends the session when the token is reused after the grace period', async () => {
    const session = await newSession(patient);
    const next = (await refresh(session.refreshToken, patient)).body.data;
    world.clock.advance(10_001);
    expect((await refresh(session.refreshToken, patient)).status).toBe(401);
    expect((await refresh(next.refresh_token, patient)).status).toBe(401);
  });

  it('does not extend a session past a role change', async () => {
    const session = await newSession(patient);
    world.clock.advance(1000);
    await refresh(session.refreshToken, patient);
    world.clock.advance(1000);
    await changeAsSystem(patient, world.clock.now(), (tx) => setRole(tx, session.userId, 4));
    world.clock.advance(1000);
    expect(errorOf(await refresh(session.refreshToken, patient))).toEqual([401, 'invalid_refresh_token']);
  });

  it('does not revive a signed-out session', async () => {
    const session = await newSession(patient);
    await refresh(session.refreshToken, patient);
    await logout({ access_token: session.token }, {}, patient);
    expect((await refresh(session.refreshToken, patient)).status).toBe(401);
  });
});

describe('auth.logout', () => {
  it('ends the access token and the refresh token', async () => {
    const session = await newSession();
    const answer = await logout({}, { token: session.token });
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect((await refresh(session.refreshToken)).status).toBe(401);
    await callUntil(401, () => me(session.token));
  });

  it('is idempotent', async () => {
    const session = await newSession();
    for (let times = 0; times < 2; times += 1)
      expect((await logout({}, { token: session.token })).status).toBe(200);
  });

  it.each([
    ['the access token in the header', (s: Pair) => logout({}, { token: s.token })],
    ['the access token in the body', (s: Pair) => logout({ access_token: s.token })],
    ['the refresh token alone', (s: Pair) => logout({ refresh_token: s.refreshToken })],
    [
      'a broken access token beside a good refresh token',
      (s: Pair) => logout({ refresh_token: s.refreshToken }, { token: 'x' }),
    ],
  ])('accepts %s', async (_what, leave) => {
    const session = await newSession();
    expect((await leave(session)).status).toBe(200);
    expect((await refresh(session.refreshToken)).status).toBe(401);
  });

  it('works with an expired access token', async () => {
    const session = await newSession();
    world.clock.advance(16 * minute);
    expect((await me(session.token)).status).toBe(401);
    const answer = await logout({ refresh_token: session.refreshToken }, { token: session.token });
    expect(answer.status).toBe(200);
    expect((await refresh(session.refreshToken)).status).toBe(401);
  });

  it('answers 401 without a token, or with a foreign one', async () => {
    const session = await newSession();
    const answers = await Promise.all([
      logout(),
      logout({}, { token: 'x.y.z' }),
      logout({}, { token: session.refreshToken }),
      logout({ refresh_token: session.token }),
    ]);
    for (const answer of answers) expect(errorOf(answer)).toEqual([401, 'unauthorized']);
    expect((await me(session.token)).status).toBe(200);
  });

  it('ends one session and not the others of the same person', async () => {
    const left = await newSession();
    const kept = await newSession();
    await logout({}, { token: left.token });
    await callUntil(401, () => me(left.token));
    expect((await me(kept.token)).status).toBe(200);
  });
});

type Pair = { token: string; refreshToken: string };
