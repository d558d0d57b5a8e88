import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, signIn } from '../../../test/citizens.ts';
import { disableOperator } from './index.ts';
import { createBrowser, openStage, type Stage } from './test/console.ts';

let stage: Stage;
let people: Citizen[];
beforeAll(async () => {
  stage = await openStage();
  people = await stage.phone.citizens();
  people = people.filter(({ note }) => note.startsWith('ordinary'));
});
afterAll(() => stage.close());

const person = (index: number): Citizen => {
  const found = people[index];
  if (found === undefined) throw new Error('the sandbox has too few citizens');
  return found;
};
const step = 30_000;
const minute = 60_000;

/** The same body for every rejected caller, except for the request id. */
const refusal = { status: false, error: 'unauthorized', message: 'Sign in to continue.' };

describe('signing in to the console', () => {
  it('needs eID and a code, and gives a session only by cookie', async () => {
    const { secret, id } = await stage.add(person(0), 'superadmin');
    const browser = createBrowser(stage.server);
    const sid = await stage.proveEid(browser, person(0));
    const bound = browser.cookie;
    const answer = await browser.post('/session', { sid, code: stage.code(secret) });
    expect(answer.status, answer.text).toBe(200);
    const name = `${person(0).surname} ${person(0).given_name}`;
    expect(answer.body.data.operator).toEqual({
      id,
      email: 'superadmin@example.mn',
      name,
      role: 'superadmin',
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^cp_session=[0-9a-f]{64}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    // A cookie value from before the sign-in is useless after it.
    expect(browser.cookie).not.toBe(bound);
    expect(answer.text).not.toContain('token');
    const me = await browser.get('/me');
    expect(me.body.data).toMatchObject({
      operator: { id, role: 'superadmin' },
      expires_at: answer.body.data.expires_at,
      stepped_up: false,
    });
    expect(me.body.data.capabilities).toContain('tenant.create');
    const [kept] = await stage.world.database.query<{ token_hash: string }>(
      'select token_hash from operator_sessions',
    );
    expect(kept?.token_hash).not.toContain(browser.cookie);
    const [row] = await stage.world.database.query<{ totp_secret: string }>(
      'select totp_secret from operators',
    );
    expect(row?.totp_secret).toMatch(/^v1\./);
  });

  it('shows a changing QR code only to the browser that began', async () => {
    const browser = createBrowser(stage.server);
    const started = await browser.post('/session/eid/start');
    const path = `/session/eid/qr/${started.body.data.sid}`;
    const first = await browser.get(path);
    expect(first.body.data).toMatchObject({ qr: expect.any(String), scanned: false });
    stage.world.clock.advance(2000);
    expect((await browser.get(path)).body.data.qr).not.toBe(first.body.data.qr);
    const other = createBrowser(stage.server);
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post('/session/eid/poll', { sid: started.body.data.sid })).status).toBe(404);
    const citizens = createCaller(stage.server.url);
    expect((await citizens.post('/api/v1/auth/eid/poll', { sid: started.body.data.sid })).status).toBe(404);
  });

  it('works with a push to the phone', async () => {
    const { secret } = await stage.add(person(1));
    const browser = createBrowser(stage.server);
    const started = await browser.post('/session/eid/start-id', { national_id: person(1).national_id });
    await stage.phone.approve(person(1));
    const { sid } = started.body.data;
    expect((await browser.post('/session/eid/poll', { sid })).body.data).toEqual({ state: 'COMPLETE' });
    expect((await browser.post('/session', { sid, code: stage.code(secret) })).status).toBe(200);
  });

  it('reports and records a rejection on the phone', async () => {
    const browser = createBrowser(stage.server);
    const started = await browser.post('/session/eid/start-id', { national_id: person(2).national_id });
    await stage.phone.act(person(2), 'refuse');
    const polled = await browser.post('/session/eid/poll', { sid: started.body.data.sid });
    expect(polled.body.data.state).toBe('REFUSED');
    expect((await stage.actions()).at(-1)?.action).toBe('operator.eid_failed');
  });

  it('returns from the eID app only to pages of the console', async () => {
    const browser = createBrowser(stage.server);
    const start = (callback_url: string) => browser.post('/session/eid/start', { callback_url });
    expect((await start(`${stage.server.url}/console/return`)).status).toBe(200);
    expect((await start('http://localhost:3000/auth/eid/callback')).body.error).toBe('invalid_callback');
  });

  it('answers every failure alike, and does not reveal whether a citizen is an operator', async () => {
    const { secret } = await stage.add(person(3));
    const operators = createBrowser(stage.server);
    const sid = await stage.proveEid(operators, person(3));
    const citizens = createBrowser(stage.server);
    const citizensSid = await stage.proveEid(citizens, person(4));
    const code = stage.code(secret);
    const wrong = code === '000000' ? '111111' : '000000';
    const bodies = [];
    for (const [browser, body] of [
      [createBrowser(stage.server), { sid: randomUUID(), code }],
      [createBrowser(stage.server), { sid, code }],
      [operators, { sid, code: wrong }],
      [operators, { sid, code: 'nonsense' }],
      [citizens, { sid: citizensSid, code }],
    ] as const) {
      const answer = await browser.post('/session', body);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
      bodies.push({ ...answer.body, request_id: undefined });
    }
    for (const body of bodies) expect(body).toEqual({ ...refusal, request_id: undefined });
    expect((await operators.post('/session', { sid, code })).status).toBe(200);
    // A proof opens only one session.
    stage.world.clock.advance(step);
    expect((await operators.post('/session', { sid, code: stage.code(secret) })).status).toBe(401);
  });

  it('accepts a time step once, and raises an alarm on a replay', async () => {
    const { secret, id } = await stage.add(person(5));
    const code = stage.code(secret);
    await stage.signIn(person(5), secret);
    const browser = createBrowser(stage.server);
    const sid = await stage.proveEid(browser, person(5));
    expect((await browser.post('/session', { sid, code })).status).toBe(401);
    const [alarm] = await stage.world.database.query<{ detail: object }>(
      "select detail from security_events where kind = 'totp_replay' order by id desc limit 1",
    );
    expect(alarm?.detail).toEqual({ where: 'console', operator_id: id });
    stage.world.clock.advance(step);
    expect((await browser.post('/session', { sid, code: stage.code(secret) })).status).toBe(200);
  });

  it('locks for fifteen minutes after five failures, and further tries do not extend it', async () => {
    const { secret, id } = await stage.add(person(6));
    const browser = createBrowser(stage.server);
    const sid = await stage.proveEid(browser, person(6));
    const attempt = (code: string) => createBrowserWith(browser.cookie).post('/session', { sid, code });
    for (let tries = 0; tries < 5; tries += 1) expect((await attempt('no')).status).toBe(401);
    stage.world.clock.advance(5 * minute);
    expect((await attempt(stage.code(secret))).status).toBe(401);
    const kinds = await stage.world.database.query(
      "select from security_events where kind = 'account_locked' and detail ->> 'operator_id' = $1",
      [id],
    );
    expect(kinds).toHaveLength(1);
    stage.world.clock.advance(10 * minute);
    await stage.signIn(person(6), secret);
  });

  function createBrowserWith(cookie: string | undefined) {
    const browser = createBrowser(stage.server);
    browser.cookie = cookie;
    return browser;
  }
});

describe('a console session', () => {
  it('ends after half an hour without a call, and always after eight hours', async () => {
    const browser = await stage.operator(7);
    stage.world.clock.advance(29 * minute);
    expect((await browser.get('/me')).status).toBe(200);
    stage.world.clock.advance(29 * minute);
    expect((await browser.get('/me')).status).toBe(200);
    stage.world.clock.advance(31 * minute);
    expect((await browser.get('/me')).status).toBe(401);

    const long = await stage.operator(7);
    for (let passed = 0; passed < 8 * 60 - 20; passed += 20) {
      stage.world.clock.advance(20 * minute);
      expect((await long.get('/me')).status).toBe(200);
    }
    stage.world.clock.advance(20 * minute);
    expect((await long.get('/me')).status).toBe(401);
  });

  it('ends by DELETE, at once', async () => {
    const browser = await stage.operator(7);
    const { cookie } = browser;
    const answer = await browser.call('DELETE', '/session');
    expect(answer.headers.get('set-cookie')).toMatch(/^cp_session=; Path=\/; Max-Age=0;/);
    browser.cookie = cookie;
    expect((await browser.get('/me')).status).toBe(401);
  });

  it('ends when its operator is disabled', async () => {
    const browser = await stage.operator(2);
    const { app } = stage.server;
    const deps = { database: app.database, outbox: app.outbox, now: stage.world.clock.now };
    const unused = { keyring: undefined as never, platformName: '' };
    expect(await disableOperator({ ...deps, ...unused }, person(2).national_id)).toBe(true);
    expect((await browser.get('/me')).status).toBe(401);
    expect(await disableOperator({ ...deps, ...unused }, person(2).national_id)).toBe(false);
  });

  it('is no citizen’s session, nor the other way round', async () => {
    const browser = await stage.operator(7);
    const citizen = await signIn(stage.server, stage.phone, person(1));
    const bare = createBrowser(stage.server);
    for (const path of ['/me', '/tenants', '/audit'])
      expect((await bare.get(path, { token: citizen.token })).status).toBe(401);
    bare.cookie = 'a'.repeat(64);
    expect((await bare.get('/me')).status).toBe(401);
    const cookie = `cp_session=${browser.cookie}`;
    const citizens = createCaller(stage.server.url);
    expect((await citizens.get('/api/v1/users/me', { headers: { cookie } })).status).toBe(401);
    expect((await citizens.get('/api/v1/users/me', { token: browser.cookie ?? '' })).status).toBe(401);
  });

  it('uses the __Host- prefix with secure cookies, and then ignores the bare name', async () => {
    const secure = await stage.world.startServer({
      env: { CONTROL_PLANE_HOST: '127.0.0.1', COOKIE_SECURE: 'true' },
    });
    const browser = await stage.operator(7);
    const ask = (name: string) =>
      createCaller(secure.url).get('/api/platform/v1/me', {
        headers: { cookie: `${name}=${browser.cookie}` },
      });
    expect((await ask('cp_session')).status).toBe(401);
    expect((await ask('__Host-cp_session')).status).toBe(200);
    const origin = secure.url.replace('http:', 'https:');
    const started = await createBrowser(secure, { origin }).post('/session/eid/start');
    expect(started.headers.get('set-cookie')).toMatch(
      /^__Host-cp_session=[0-9a-f]{64}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    );
    await secure.stop();
  });

  it('is stepped up for five minutes by a fresh code', async () => {
    const { secret } = await stage.add(person(4));
    const browser = await stage.signIn(person(4), secret);
    const used = stage.code(secret);
    for (const code of [used, 'no']) {
      const answer = await browser.post('/step-up', { code });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_code']);
    }
    stage.world.clock.advance(step);
    expect((await browser.post('/step-up', { code: stage.code(secret) })).status).toBe(200);
    expect((await browser.get('/me')).body.data.stepped_up).toBe(true);
    stage.world.clock.advance(5 * minute);
    expect((await browser.get('/me')).body.data.stepped_up).toBe(false);
  });
});
