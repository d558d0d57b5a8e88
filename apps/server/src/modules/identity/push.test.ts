import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, pollToEnd } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let second: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  [server, second] = await Promise.all([world.startServer(), world.startServer()]);
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const paths = ['/api/v1/auth/eid/start-id', '/api/v1/auth/initiate'];
const startId = '/api/v1/auth/eid/start-id';
const windowMs = 10 * 60_000;

const push = (
  nationalId: string,
  options: { from?: Caller; path?: string; headers?: Record<string, string> } = {},
) =>
  (options.from ?? createCaller(server.url)).post(
    options.path ?? startId,
    { national_id: nationalId },
    { headers: options.headers ?? {} },
  );

let made = 0;
/** A well-formed register number that does not exist, different each time. */
const nobody = () => {
  made += 1;
  return `ЯЯ${String(made).padStart(8, '0')}`;
};

const errorOf = ({ status, body }: Answer) => [status, body.error];

describe.each(paths)('a push started at %s', (path) => {
  it('looks the same for a person with a phone, a person without one, and an unknown number', async () => {
    world.clock.advance(windowMs);
    const numbers = [
      (await phone.citizen()).national_id,
      (await phone.citizen(/no device/)).national_id,
      nobody(),
    ];
    const answers = await Promise.all(numbers.map((number) => push(number, { path })));
    const shapes = answers.map(({ status, headers, body }) => ({
      status,
      headers: [...headers.keys()],
      body: { ...body, request_id: '', data: { ...body.data, sid: '', verification_code: '' } },
    }));
    expect(shapes[0]?.status).toBe(200);
    expect(shapes[0]?.body.data).toMatchObject({ qr: '', deep_link: '', state: 'PENDING' });
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
    for (const { body } of answers) {
      expect(body.data.sid).toMatch(/^[0-9a-f]{32}$/);
      expect(body.data.verification_code).toMatch(/^\d{4}$/);
    }
  });

  it('ends the same way for an idle person and an unknown number', async () => {
    world.clock.advance(windowMs);
    const caller = createCaller(server.url);
    const numbers = [(await phone.citizen()).national_id, nobody()];
    const sids = await Promise.all(
      numbers.map(async (number) => (await push(number, { path })).body.data.sid as string),
    );
    for (const sid of sids) {
      const pending = await caller.get(`/api/v1/auth/status/${sid}`);
      expect(pending.body.data).toEqual({ state: 'PENDING', scanned: false });
      expect((await caller.get(`/api/v1/auth/eid/qr/${sid}`)).status).toBe(404);
    }
    world.clock.advance(121_000);
    for (const sid of sids)
      for (let tries = 0; tries < 2; tries += 1)
        expect((await pollToEnd(caller, sid)).body.data).toEqual({ state: 'EXPIRED', reason: 'timeout' });
  });

  it('is limited to three per person in ten minutes, for all callers together', async () => {
    for (const number of [(await phone.citizen(/^ordinary/, 1)).national_id, nobody()]) {
      world.clock.advance(windowMs);
      for (const url of [server.url, second.url, server.url])
        expect((await push(number, { path, from: createCaller(url) })).status).toBe(200);
      for (const url of [server.url, second.url]) {
        const refused = await push(number, { path, from: createCaller(url) });
        expect(errorOf(refused)).toEqual([429, 'rate_limited']);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      world.clock.advance(windowMs - 1000);
      expect((await push(number, { path })).status).toBe(429);
      world.clock.advance(1000);
      expect((await push(number, { path })).status).toBe(200);
    }
  });
});

describe('auth.eid.start_id', () => {
  it('allows three of many concurrent pushes to one person', async () => {
    world.clock.advance(windowMs);
    const number = nobody();
    const urls = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? server.url : second.url));
    const answers = await Promise.all(urls.map((url) => push(number, { from: createCaller(url) })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('does not reveal an unknown number when a wait is aborted', async () => {
    world.clock.advance(windowMs);
    const { sid } = (await push(nobody())).body.data;
    // Ten seconds are left, less than a poll waits.
    world.clock.advance(110_000);
    const caller = createCaller(server.url);
    const poll = caller.call('POST', '/api/v1/auth/eid/poll', {
      body: { sid },
      signal: AbortSignal.timeout(300),
    });
    await expect(poll).rejects.toThrow();
    for (let tries = 0; tries < 10; tries += 1) {
      const { data } = (await caller.get(`/api/v1/auth/status/${sid}`)).body;
      expect(data).toEqual({ state: 'PENDING', scanned: false });
    }
  });

  it.each(['уб85031512', ' УБ 8503 1512 ', 'Уб85031512'])('reads %j as the same person', async (typed) => {
    world.clock.advance(windowMs);
    const citizen = await phone.citizen();
    expect(citizen.national_id).toBe('УБ85031512');
    const caller = createCaller(server.url);
    const { sid } = (await push(typed, { from: caller })).body.data;
    await phone.approve(citizen);
    expect((await pollToEnd(caller, sid)).body.data.civil_id).toBe(citizen.civil_id);
  });

  it('counts every spelling of a number towards the same allowance', async () => {
    world.clock.advance(windowMs);
    const statuses = [];
    for (const typed of ['УЖ01250917', 'уж01250917', 'У Ж 0125 0917', 'УЖ01250917 '])
      statuses.push((await push(typed)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each([
    'УБ8503151',
    'УБ850315123',
    'AB85031512',
    'У85031512',
    '8503151212',
    'УБ8503151２',
    "УБ85031512'",
  ])('answers 400 to the malformed number %s', async (number) => {
    for (const path of paths)
      expect(errorOf(await push(number, { path }))).toEqual([400, 'invalid_national_id']);
  });

  it('does not store the number', async () => {
    const citizen = await phone.citizen(/no device/);
    world.clock.advance(windowMs);
    await push(citizen.national_id);
    const rows = await world.database.query<{ row: object }>(
      'select to_jsonb(e) as row from eid_sessions e union all select to_jsonb(p) from eid_push_attempts p',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(citizen.national_id);
  });
});

describe('EID_PUSH', () => {
  it('off: starts no push, but still a QR sign-in', async () => {
    const closed = await world.startServer({ env: { EID_PUSH: 'off' } });
    const citizen = await phone.citizen(/^ordinary/, 3);
    for (const path of paths) {
      const answer = await push(citizen.national_id, { path, from: createCaller(closed.url) });
      expect(errorOf(answer)).toEqual([403, 'push_unavailable']);
    }
    expect((await createCaller(closed.url).post('/api/v1/auth/eid/start')).status).toBe(200);
    await expect(phone.approve(citizen)).rejects.toThrow('nothing is waiting');
  });

  it('known-browsers: only a browser with an earlier sign-in may push', async () => {
    const careful = await world.startServer({ env: { EID_PUSH: 'known-browsers' } });
    const citizen = await phone.citizen(/^ordinary/, 4);
    const from = createCaller(careful.url);
    const started = await from.post('/api/v1/auth/eid/start', {}, { headers: { 'x-eid-binding': 'new' } });
    await phone.scan(started.body.data.qr, citizen);
    await phone.approve(citizen);
    const final = await from.post(
      '/api/v1/auth/eid/poll',
      { sid: started.body.data.sid },
      { headers: { 'x-eid-binding': started.headers.get('x-eid-binding') ?? '' } },
    );
    const known = final.headers.get('x-eid-known') ?? '';
    expect(known).not.toContain(citizen.civil_id);

    const [id = '', mark = ''] = known.split('.');
    const forged = ['', 'x', '.', `${id}.`, `.${mark}`, `${id}x.${mark}`, `${id}.${mark.slice(1)}x`];
    for (const headers of [{}, ...forged.map((value) => ({ 'x-eid-known': value }))]) {
      const refused = await push(citizen.national_id, { from: createCaller(careful.url), headers });
      expect(errorOf(refused)).toEqual([403, 'push_unavailable']);
    }
    const allowed = await push(citizen.national_id, {
      from: createCaller(careful.url),
      headers: { 'x-eid-known': known },
    });
    expect(allowed.status).toBe(200);
    await phone.approve(citizen);
  });

  it('known-browsers: an unbound sign-in does not make a browser known', async () => {
    const careful = await world.startServer({ env: { EID_PUSH: 'known-browsers' } });
    const citizen = await phone.citizen(/^ordinary/, 5);
    const from = createCaller(careful.url);
    const { sid, qr } = (await from.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.approve(citizen);
    const final = await from.post('/api/v1/auth/eid/poll', { sid }, { headers: { 'x-eid-binding': 'any' } });
    expect(final.body.data.state).toBe('COMPLETE');
    expect(final.headers.get('x-eid-known')).toBeNull();
  });
});

describe('a browser in which the person signed in before', () => {
  /** Signs in by QR in a bound browser, and returns the proof that the browser keeps. */
  async function knownBrowser(index: number, known?: string) {
    const citizen = await phone.citizen(/^ordinary/, index);
    // Earlier pushes have expired on the phone.
    world.clock.advance(2 * windowMs);
    const from = createCaller(server.url);
    const carried = known === undefined ? {} : { 'x-eid-known': known };
    const started = await from.post('/api/v1/auth/eid/start', {}, { headers: { 'x-eid-binding': 'new' } });
    await phone.scan(started.body.data.qr, citizen);
    await phone.approve(citizen);
    const binding = started.headers.get('x-eid-binding') ?? '';
    const final = await from.post(
      '/api/v1/auth/eid/poll',
      { sid: started.body.data.sid },
      { headers: { 'x-eid-binding': binding, ...carried } },
    );
    expect(final.body.data.state).toBe('COMPLETE');
    return { citizen, token: final.body.data.token as string, known: final.headers.get('x-eid-known') ?? '' };
  }
  const pushed = async (nationalId: string, known?: string) =>
    (
      await push(nationalId, {
        from: createCaller(server.url),
        headers: known === undefined ? {} : { 'x-eid-known': known },
      })
    ).status;
  const useUp = async (nationalId: string) => {
    world.clock.advance(2 * windowMs);
    for (let times = 0; times < 3; times += 1) expect(await pushed(nationalId)).toBe(200);
    expect(await pushed(nationalId)).toBe(429);
  };

  it('still pushes after strangers used up theirs, three times in ten minutes', async () => {
    const { citizen, known } = await knownBrowser(5);
    await useUp(citizen.national_id);
    for (let times = 0; times < 3; times += 1) expect(await pushed(citizen.national_id, known)).toBe(200);
    expect(await pushed(citizen.national_id, known)).toBe(429);
    world.clock.advance(windowMs);
    expect(await pushed(citizen.national_id)).toBe(200);
  });

  it('is a stranger for everybody else, with a stolen or forged proof too', async () => {
    const mine = await knownBrowser(6);
    const other = await knownBrowser(7);
    await useUp(other.citizen.national_id);
    const [id = '', mark = ''] = other.known.split('.');
    for (const proof of [mine.known, `${id}.${mine.known.split('.')[1]}`, `${id}x.${mark}`, id])
      expect(await pushed(other.citizen.national_id, proof)).toBe(429);
    // A known browser learns nothing about a number that does not exist.
    const unknown = nobody();
    await useUp(unknown);
    expect(await pushed(unknown, mine.known)).toBe(429);
  });

  it('serves several people, and keeps its id', async () => {
    const first = await knownBrowser(5);
    const second = await knownBrowser(6, first.known);
    expect(second.known).toBe(first.known);
    for (const { citizen } of [first, second]) {
      await useUp(citizen.national_id);
      expect(await pushed(citizen.national_id, first.known)).toBe(200);
    }
  });

  it('is forgotten when the person signs out everywhere', async () => {
    const { citizen, known, token } = await knownBrowser(7);
    const out = await createCaller(server.url).post('/api/v1/me/sessions/end-others', {}, { token });
    expect(out.status).toBe(200);
    await useUp(citizen.national_id);
    expect(await pushed(citizen.national_id, known)).toBe(429);
  });

  it('is kept without the number or the browser’s id', async () => {
    const { citizen, known } = await knownBrowser(5);
    const rows = JSON.stringify(await world.database.query('select * from known_browsers'));
    expect(rows).not.toContain(citizen.national_id);
    expect(rows).not.toContain(known.split('.')[0]);
  });
});
