import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, startTestPortal } from '../../../../portal/server/test-browser.ts';
import { type Answer, type Caller, callUntil, createCaller } from '../../../test/caller.ts';
import { createPhone, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
});
afterAll(() => world.close());

const unknownSid = 'a'.repeat(32);
const refresh = (caller: Caller) => caller.post('/api/v1/auth/refresh', { refresh_token: 'x' });
const poll = (caller: Caller) => caller.post('/api/v1/auth/eid/poll', { sid: unknownSid });
const status = (caller: Caller) => caller.get(`/api/v1/auth/status/${unknownSid}`);
const qr = (caller: Caller) => caller.get(`/api/v1/auth/eid/qr/${unknownSid}`);

async function callTimes(times: number, call: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < times; done += 1) statuses.push((await call()).status);
  return statuses;
}
const limitHeaders = ({ headers }: Answer) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers.get(name));

describe('/auth/*', () => {
  it('allows five, rejects the sixth, and allows one more after twelve seconds', async () => {
    const caller = createCaller(server.url);
    const first = await refresh(caller);
    expect(limitHeaders(first)).toEqual(['5', '4', null]);
    expect(await callTimes(4, () => refresh(caller))).toEqual([401, 401, 401, 401]);
    const refused = await refresh(caller);
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    expect(limitHeaders(refused)).toEqual(['5', '0', '12']);
    const full = Math.ceil((world.clock.now().getTime() + 60_000) / 1000);
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(full));
    world.clock.advance(11_999);
    expect((await refresh(caller)).status).toBe(429);
    world.clock.advance(1);
    expect(await callTimes(2, () => refresh(caller))).toEqual([401, 429]);
    world.clock.advance(60_000);
    expect(await callTimes(6, () => refresh(caller))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts all endpoints of the group together, for any answer', async () => {
    const caller = createCaller(server.url);
    const answers = [
      await caller.post('/api/v1/auth/eid/start'),
      await caller.post('/api/v1/auth/eid/start-id', { national_id: 'x' }),
      await caller.post('/api/v1/auth/initiate', { national_id: 'xxxxxx' }),
      await caller.post('/api/v1/auth/logout'),
      await caller.post('/api/v1/auth/refresh', { nonsense: 1 }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 400, 400, 401, 422]);
    for (const path of ['eid/start', 'eid/start-id', 'initiate', 'logout', 'refresh'])
      expect((await caller.post(`/api/v1/auth/${path}`)).status).toBe(429);
  });

  it('rejects a start before the body is read, and counts an unreadable body as a failure', async () => {
    const caller = createCaller(server.url);
    await callTimes(5, () => refresh(caller));
    for (const path of ['refresh', 'logout', 'eid/start']) {
      const answer = await caller.call('POST', `/api/v1/auth/${path}`, { rawBody: '{'.repeat(10_000) });
      expect(answer.status).toBe(429);
    }
  });

  it('counts starts, polls, states and QR codes separately', async () => {
    const caller = createCaller(server.url);
    await callTimes(6, () => refresh(caller));
    expect(
      [await poll(caller), await status(caller), await qr(caller)].map((answer) => answer.status),
    ).toEqual([404, 404, 404]);
  });

  it.each([
    ['a poll', poll, 30, 1000],
    ['a state', status, 30, 1000],
    ['a QR code', qr, 60, 667],
  ] as const)('limits %s to the rate a page needs', async (_what, call, burst, everyMs) => {
    const caller = createCaller(server.url);
    const statuses = await Promise.all(Array.from({ length: burst }, () => call(caller)));
    expect(new Set(statuses.map((answer) => answer.status))).toEqual(new Set([404]));
    const refused = await call(caller);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    world.clock.advance(everyMs);
    expect([(await call(caller)).status, (await call(caller)).status]).toEqual([404, 429]);
  });

  it('allows exactly the burst under concurrent calls', async () => {
    const caller = createCaller(server.url);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(caller)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  it('is one allowance for all instances when they share it', async () => {
    const env = { RATE_LIMIT_STORE: 'shared' };
    const [one, two] = await Promise.all([world.startServer({ env }), world.startServer({ env })]);
    const here = createCaller(one.url);
    const there = createCaller(two.url, here.ip);
    const answers = await Promise.all(
      [here, there, here, there, here, there, here, there].map((caller) => refresh(caller)),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect((await refresh(createCaller(two.url))).status).toBe(401);
    await Promise.all([one.stop(), two.stop()]);
  });
});

describe('signed-in people behind an exhausted address', () => {
  const me = (caller: Caller, token: string) => caller.get('/api/v1/users/me', { token });
  const session = async () => {
    const phone = createPhone(world.sandbox);
    return signIn(server, phone, await phone.citizen());
  };
  const emptied = async (): Promise<Caller> => {
    const caller = createCaller(server.url);
    await callTimes(6, () => refresh(caller));
    return caller;
  };

  it('can refresh: a refresh counts per session', async () => {
    const caller = await emptied();
    let { refreshToken } = await session();
    const renew = () => caller.post('/api/v1/auth/refresh', { refresh_token: refreshToken });
    for (let times = 0; times < 10; times += 1) {
      const answer = await renew();
      expect(answer.status).toBe(200);
      refreshToken = answer.body.data.refresh_token;
    }
    const refused = await renew();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    const other = await session();
    const answer = await caller.post('/api/v1/auth/refresh', { refresh_token: other.refreshToken });
    expect(answer.status).toBe(200);
    world.clock.advance(6000);
    expect((await renew()).status).toBe(200);
  });

  it('can sign out with either token, which then stops working', async () => {
    const caller = await emptied();
    for (const by of ['access', 'refresh']) {
      const { token, refreshToken } = await session();
      const left =
        by === 'access'
          ? await caller.post('/api/v1/auth/logout', {}, { token })
          : await caller.post('/api/v1/auth/logout', { refresh_token: refreshToken });
      expect(left.status).toBe(200);
      await callUntil(401, () => me(caller, token));
    }
    expect((await caller.post('/api/v1/auth/logout', {}, { token: 'a.b.c' })).status).toBe(429);
  });

  it('learn that their session has ended, at the cost of the address', async () => {
    const ended = await session();
    await ended.caller.post('/api/v1/auth/logout', {}, { token: ended.token });
    const old = (caller: Caller) =>
      caller.post('/api/v1/auth/refresh', { refresh_token: ended.refreshToken });
    const caller = createCaller(server.url);
    expect(limitHeaders(await old(caller))).toEqual(['5', '4', null]);
    await callTimes(4, () => refresh(caller));
    const answer = await old(caller);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_refresh_token']);
    expect((await refresh(caller)).status).toBe(429);
  });
});

describe('the subject of an allowance', () => {
  it('does not affect other addresses', async () => {
    const caller = createCaller(server.url);
    await callTimes(6, () => refresh(caller));
    expect((await refresh(createCaller(server.url))).status).toBe(401);
  });

  it('is the address seen by the trusted proxy, not the one the client wrote', async () => {
    const caller = createCaller(server.url);
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}, ${caller.ip}` };
      statuses.push((await caller.post('/api/v1/auth/refresh', { refresh_token: 'x' }, { headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is the /64 network of an IPv6 caller, because one subscriber owns all its addresses', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1)
      statuses.push((await refresh(createCaller(server.url, `2001:db8:0:1::${n}`))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is the peer itself without a trusted proxy, whatever it claims', async () => {
    const bare = await world.startServer({ env: { TRUSTED_PROXIES: '' } });
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) statuses.push((await refresh(createCaller(bare.url))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    await bare.stop();
  });
});

describe('a server with its built-in portal', () => {
  const start = (caller: Caller, headers?: Record<string, string>) =>
    caller.post('/api/v1/auth/eid/start', {}, headers === undefined ? {} : { headers });

  it('trusts that portal for visitor addresses, and no other local program', async () => {
    const forwarderSecret = 'known-to-the-two-alone';
    const api = await world.startServer({ forwarderSecret, env: { TRUSTED_PROXIES: '' } });
    const portal = await startTestPortal(api.url, {
      appOrigin: api.config.appOrigin,
      trustedProxies: ['127.0.0.1'],
      forwarderSecret,
    });
    // Six visitors count as six, whatever headers they send to look like the portal.
    for (let n = 1; n <= 6; n += 1) {
      const headers = {
        origin: api.config.appOrigin,
        'x-forwarded-for': `203.0.113.${n}`,
        'x-tamga-forwarder': 'guess',
      };
      const answer = await openBrowser(portal.url).call('/api/auth/eid/start', {
        method: 'POST',
        body: '{}',
        headers,
      });
      expect(answer.status).toBe(200);
    }
    // Six addresses invented by a local program count as one.
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await start(createCaller(api.url), { 'x-tamga-forwarder': n % 2 === 0 ? '' : 'guess' })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await portal.close();
    await api.stop();
  });

  it('still trusts the proxies of its settings', async () => {
    const api = await world.startServer({ forwarderSecret: 'known-to-the-two-alone' });
    const caller = createCaller(api.url);
    expect(await callTimes(6, () => start(caller))).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await start(createCaller(api.url))).status).toBe(200);
    await api.stop();
  });
});

describe('the body limit', () => {
  const rows = ['eid/start', 'eid/start-id', 'eid/poll', 'refresh', 'logout', 'initiate'];
  const bodyOf = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - '{"filler":""}'.length) });

  it.each(rows)('of /auth/%s is 4096 bytes', async (path) => {
    const caller = createCaller(server.url);
    const send = (rawBody: string) => caller.call('POST', `/api/v1/auth/${path}`, { rawBody });
    expect(bodyOf(4096)).toHaveLength(4096);
    expect((await send(bodyOf(4096))).status).toBe(422);
    const refused = await send(bodyOf(4097));
    expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large']);
  });

  it('applies while a body without content-length arrives', async () => {
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of [bodyOf(4000), ' '.repeat(200)])
          controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const answer = await fetch(`${server.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9' },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });
});
