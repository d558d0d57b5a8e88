import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../../scripts/patience.ts';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, pollToEnd, runQr } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const status = (caller: Caller, sid: string) =>
  caller.get(`/api/v1/auth/status/${sid}`, { signal: AbortSignal.timeout(patienceMs) });

async function countSessions(): Promise<number> {
  return (await world.database.query('select id from sessions')).length;
}

/** The status call waits only briefly, so a busy machine may need a second call. */
async function statusToEnd(caller: Caller, sid: string) {
  let answer = await status(caller, sid);
  await until(async () => {
    if (answer.body.data?.state !== 'PENDING') return true;
    answer = await status(caller, sid);
    return false;
  });
  return answer;
}

describe('auth.eid.start, auth.eid.poll', () => {
  it('signs a citizen in by QR, with a session that opens their profile', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { final } = await runQr(caller, phone, citizen);
    expect(final.body.data).toMatchObject({
      state: 'COMPLETE',
      civil_id: citizen.civil_id,
      role: 'user',
      role_id: 4,
    });
    expect(final.headers.get('cache-control')).toBe('no-store');
    const me = await caller.get('/api/v1/users/me', { token: final.body.data.token });
    expect(me.body.data.user).toMatchObject({
      id: final.body.data.id,
      first_name: citizen.given_name,
      last_name: citizen.surname,
      full_name: `${citizen.surname} ${citizen.given_name}`,
      eid: { civil_id: citizen.civil_id, kyc_level: 'QUALIFIED', certificate: { key_type: 'ECDSA P-256' } },
    });
    expect(JSON.stringify(me.body)).not.toContain('refresh_token');
  });

  it('returns a separate sid, which is in neither the QR nor the link', async () => {
    const { data } = (await createCaller(server.url).post('/api/v1/auth/eid/start')).body;
    expect(data).toMatchObject({ state: 'PENDING', verification_code: expect.stringMatching(/^\d{4}$/) });
    expect(data.sid).toMatch(/^[0-9a-f]{32}$/);
    expect(data.qr + data.deep_link).not.toContain(data.sid);
    expect(new Date(data.expires_at).getTime()).toBeGreaterThan(world.clock.now().getTime());
  });

  it('treats a missing body as an empty one', async () => {
    const answer = await createCaller(server.url).call('POST', '/api/v1/auth/eid/start');
    expect(answer.status).toBe(200);
  });

  it('stores the sid hashed and the provider session sealed', async () => {
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    const token = new URL(qr).searchParams.get('sessionToken') ?? '';
    const rows = await world.database.query('select * from eid_sessions');
    expect(token).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(sid);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('returns the tokens once: a later poll answers that the sign-in was used', async () => {
    const caller = createCaller(server.url);
    const { sid, final } = await runQr(caller, phone, await phone.citizen());
    expect(final.body.data.token).toBeTypeOf('string');
    const again = await caller.post('/api/v1/auth/eid/poll', { sid });
    expect([again.status, again.body.error]).toEqual([409, 'already_consumed']);
    expect(again.text).not.toContain('token');
  });

  it('returns the tokens to exactly one of several concurrent polls on two instances', async () => {
    const second = await world.startServer();
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    const elsewhere = createCaller(second.url);
    const before = await countSessions();
    const answers = await Promise.all(
      [caller, elsewhere, caller, elsewhere].map((from) => from.post('/api/v1/auth/eid/poll', { sid })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.filter((answer) => answer.text.includes('refresh_token'))).toHaveLength(1);
    expect(await countSessions()).toBe(before + 1);
    await second.stop();
  });

  it('reports a refusal at once, before the first poll', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.act(citizen, 'refuse');
    const refused = { state: 'REFUSED', reason: 'user_refused' };
    expect((await statusToEnd(caller, sid)).body.data).toEqual(refused);
    expect((await pollToEnd(caller, sid)).body.data).toEqual(refused);
  });

  it('answers 404 for an unknown sid', async () => {
    const answer = await createCaller(server.url).post('/api/v1/auth/eid/poll', { sid: 'f'.repeat(32) });
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it('rejects unknown fields of a body', async () => {
    const answer = await createCaller(server.url).post('/api/v1/auth/eid/start', {
      callbackUrl: 'https://x',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.data.errors).toMatchObject([{ field: 'callbackUrl', tag: 'unknown_field' }]);
  });
});

describe('during an outage of the provider or its OCSP responder', () => {
  it('answers 502 while revocation cannot be checked, and the same sid completes later', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    await phone.fault('ocsp_down', 1);
    const down = await pollToEnd(caller, sid);
    expect([down.status, down.body.error]).toEqual([502, 'upstream_failed']);
    expect(down.headers.get('retry-after')).not.toBeNull();
    expect(down.text).not.toContain('token');
    expect((await pollToEnd(caller, sid)).body.data.state).toBe('COMPLETE');
  });

  it('answers 502 when a poll fails upstream, and the same sid completes later', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    await phone.fault('error', 1, { on: 'poll', status: 500 });
    expect((await pollToEnd(caller, sid)).body.error).toBe('upstream_failed');
    expect((await pollToEnd(caller, sid)).body.data.state).toBe('COMPLETE');
  });

  it('answers 503 when a start fails upstream, and 400 when it is rejected there', async () => {
    const caller = createCaller(server.url);
    await phone.fault('error', 1, { on: 'start', status: 500 });
    const away = await caller.post('/api/v1/auth/eid/start');
    expect([away.status, away.body.error]).toEqual([503, 'upstream_unavailable']);
    expect(away.headers.get('retry-after')).not.toBeNull();
    await phone.fault('error', 1, { on: 'start', status: 403 });
    const rejected = await caller.post('/api/v1/auth/eid/start');
    expect([rejected.status, rejected.body.error]).toEqual([400, 'eid_rejected']);
    expect((await caller.post('/api/v1/auth/eid/start')).status).toBe(200);
  });
});

describe('auth.eid.start_id', () => {
  it('signs a citizen in by a push to their phone', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const caller = createCaller(server.url);
    const started = await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id });
    expect(started.body.data).toMatchObject({ qr: '', deep_link: '', state: 'PENDING' });
    await phone.approve(citizen);
    const final = await pollToEnd(caller, started.body.data.sid);
    expect(final.body.data).toMatchObject({ state: 'COMPLETE', civil_id: citizen.civil_id });
  });
});

describe('auth.initiate, auth.status', () => {
  it('signs in from a mobile app and returns the tokens through the status, once', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const caller = createCaller(server.url);
    const { sid } = (await caller.post('/api/v1/auth/initiate', { national_id: citizen.national_id })).body
      .data;
    await phone.approve(citizen);
    const final = await statusToEnd(caller, sid);
    expect(final.body.data).toMatchObject({ state: 'COMPLETE', civil_id: citizen.civil_id });
    expect(final.headers.get('cache-control')).toBe('no-store');
    const me = await caller.get('/api/v1/users/me', { token: final.body.data.token });
    expect(me.status).toBe(200);
    const again = await status(caller, sid);
    expect([again.status, again.body.error]).toEqual([409, 'already_consumed']);
  });

  it('answers at once while the person has not decided', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const caller = createCaller(server.url);
    const { sid } = (await caller.post('/api/v1/auth/initiate', { national_id: citizen.national_id })).body
      .data;
    // A poll would wait 25 seconds; this call returns long before.
    expect((await status(caller, sid)).body.data).toEqual({ state: 'PENDING', scanned: false });
  });

  it('reports the state of a browser sign-in at once and never its tokens', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    const stranger = createCaller(server.url);
    expect((await status(stranger, sid)).body.data).toEqual({ state: 'PENDING', scanned: true });
    await phone.approve(citizen);
    for (let looks = 0; looks < 2; looks += 1)
      expect((await statusToEnd(stranger, sid)).body.data).toEqual({ state: 'COMPLETE' });
    expect((await pollToEnd(caller, sid)).body.data.token).toBeTypeOf('string');
    expect((await status(stranger, sid)).body.data).toEqual({ state: 'COMPLETE' });
  });

  it('answers EXPIRED after the time is over, and 404 for an unknown sid', async () => {
    const caller = createCaller(server.url);
    const { sid } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    world.clock.advance(121_000);
    expect((await status(caller, sid)).body.data.state).toBe('EXPIRED');
    expect((await status(caller, '0'.repeat(32))).status).toBe(404);
  });
});
