import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, pollToEnd } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const withBinding = (value: string) => ({ headers: { 'x-eid-binding': value } });
const qrOf = (caller: Caller, sid: string, binding?: string) =>
  caller.get(`/api/v1/auth/eid/qr/${sid}`, binding === undefined ? {} : withBinding(binding));

async function startBound(caller: Caller) {
  const started = await caller.post('/api/v1/auth/eid/start', {}, withBinding('new'));
  return { ...started.body.data, binding: started.headers.get('x-eid-binding') ?? '' } as {
    sid: string;
    qr: string;
    deep_link: string;
    binding: string;
  };
}

const withoutRequestId = ({ status, text, body }: Answer) => [
  status,
  text.replace(String(body.request_id), ''),
];

describe('a sign-in bound to its browser', () => {
  it('returns a secret that is neither the sid nor the caller’s value', async () => {
    const { sid, binding } = await startBound(createCaller(server.url));
    expect(binding).toMatch(/^[0-9a-f]{32}$/);
    expect(binding).not.toBe(sid);
    expect(JSON.stringify(await world.database.query('select * from eid_sessions'))).not.toContain(binding);
  });

  it('answers 404 without the secret or with a wrong one', async () => {
    const caller = createCaller(server.url);
    const { sid, qr } = await startBound(caller);
    const other = await startBound(caller);
    const citizen = await phone.citizen();
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    const ask = (asked: string, options = {}) => [
      caller.post('/api/v1/auth/eid/poll', { sid: asked }, options),
      caller.get(`/api/v1/auth/eid/qr/${asked}`, options),
      caller.get(`/api/v1/auth/status/${asked}`, options),
    ];
    const unknown = (await Promise.all(ask('e'.repeat(32)))).map(withoutRequestId);
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404]);
    for (const options of [{}, ...['new', '', other.binding, sid].map(withBinding)])
      expect((await Promise.all(ask(sid, options))).map(withoutRequestId)).toEqual(unknown);
  });

  it('completes for the browser with the secret, after failed attempts by strangers', async () => {
    const caller = createCaller(server.url);
    const { sid, qr, binding } = await startBound(caller);
    const citizen = await phone.citizen();
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    await createCaller(server.url).post('/api/v1/auth/eid/poll', { sid });
    const final = await caller.post('/api/v1/auth/eid/poll', { sid }, withBinding(binding));
    expect(final.body.data).toMatchObject({ state: 'COMPLETE', civil_id: citizen.civil_id });
    expect(final.headers.get('x-eid-known')).toBeTypeOf('string');
  });

  it('is created only for a client that asks for it', async () => {
    const started = await createCaller(server.url).post('/api/v1/auth/eid/start');
    expect(started.headers.get('x-eid-binding')).toBeNull();
  });
});

describe('auth.eid.qr', () => {
  it('changes every second', async () => {
    const caller = createCaller(server.url);
    const { sid, qr, binding } = await startBound(caller);
    const seen = new Set([qr]);
    for (let second = 0; second < 3; second += 1) {
      world.clock.advance(1000);
      const answer = await qrOf(caller, sid, binding);
      expect(answer.body.data).toMatchObject({ expires_in: 1, scanned: false });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      seen.add(answer.body.data.qr);
    }
    expect(seen.size).toBe(4);
  });

  it('expires after twenty seconds, so that a filmed code is useless', async () => {
    const caller = createCaller(server.url);
    const { sid, qr, binding } = await startBound(caller);
    const citizen = await phone.citizen();
    world.clock.advance(21_000);
    const stale = await phone.scan(qr, citizen);
    expect([stale.status, await stale.text()]).toEqual([400, expect.stringContaining('stale_link')]);
    const fresh = (await qrOf(caller, sid, binding)).body.data.qr;
    expect((await phone.scan(fresh, citizen)).status).toBe(200);
  });

  it('reports that a phone has scanned the code', async () => {
    const caller = createCaller(server.url);
    const { sid, qr, binding } = await startBound(caller);
    await phone.scan(qr, await phone.citizen());
    const polled = await caller.post('/api/v1/auth/eid/poll', { sid }, withBinding(binding));
    expect(polled.body.data).toEqual({ state: 'PENDING', scanned: true });
    expect((await qrOf(caller, sid, binding)).body.data.scanned).toBe(true);
    const status = await caller.get(`/api/v1/auth/status/${sid}`, withBinding(binding));
    expect(status.body.data).toEqual({ state: 'PENDING', scanned: true });
  });

  it('answers 404 after the sign-in expired', async () => {
    const caller = createCaller(server.url);
    const { sid, binding } = await startBound(caller);
    world.clock.advance(121_000);
    expect((await qrOf(caller, sid, binding)).status).toBe(404);
  });
});

describe('returning on the same device', () => {
  const startAndApprove = async (body: object = {}) => {
    const caller = createCaller(server.url);
    const { sid, deep_link } = (await caller.post('/api/v1/auth/eid/start', body)).body.data;
    const citizen = await phone.citizen();
    expect((await phone.scan(deep_link, citizen)).status).toBe(200);
    const returned = new URL((await phone.approve(citizen)).return_url ?? '');
    return { caller, sid, returned, verifier: returned.searchParams.get('userChallengeVerifier') ?? '' };
  };

  it('waits for the proof of return to this browser, and completes with it', async () => {
    const { caller, sid, verifier } = await startAndApprove();
    for (let tries = 0; tries < 2; tries += 1) {
      const waiting = await pollToEnd(caller, sid);
      expect(waiting.body.data).toEqual({ state: 'PENDING', scanned: true, return_required: true });
    }
    const final = await pollToEnd(caller, sid, { user_challenge_verifier: verifier });
    expect(final.body.data.state).toBe('COMPLETE');
  });

  it('rejects a proof of another return, permanently', async () => {
    const { caller, sid, verifier } = await startAndApprove();
    const other = await startAndApprove();
    const refused = await pollToEnd(caller, sid, { user_challenge_verifier: other.verifier });
    expect(refused.body.data).toEqual({ state: 'REFUSED', reason: 'wrong_return' });
    const late = await pollToEnd(caller, sid, { user_challenge_verifier: verifier });
    expect(late.body.data).toEqual({ state: 'REFUSED', reason: 'wrong_return' });
  });

  it('returns to a page of our own origin that the caller names', async () => {
    const callback = `${server.config.appOrigin}/auth/eid/callback?next=%2Fhome`;
    const { returned } = await startAndApprove({ callback_url: callback });
    expect(returned.href.startsWith(callback)).toBe(true);
  });

  it.each([
    'https://elsewhere.example/auth/eid/callback',
    'http://localhost:3000.elsewhere.example/',
    'http://localhost:3000@elsewhere.example/',
    'http://localhost:3001/',
    'https://localhost:3000/',
    'javascript:alert(1)',
    '/auth/eid/callback',
  ])('rejects a return to %s', async (callback_url) => {
    const answer = await createCaller(server.url).post('/api/v1/auth/eid/start', { callback_url });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_callback']);
  });
});
