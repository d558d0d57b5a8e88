import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, pollToEnd, type SignedIn, signIn } from '../../../test/citizens.ts';
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

const eventsOf = (kind: string, userId: string) =>
  world.database.query<{
    severity: string;
    source: string;
    ip: string;
    detail: Record<string, string> | null;
  }>(
    `select severity, source, ip, detail from security_events where kind = $1 and user_id = $2 order by id`,
    [kind, userId],
  );

describe('events that the platform itself records', () => {
  it('a reused refresh token, with the address it came from', async () => {
    const session = await signIn(server, phone, await phone.citizen());
    const refresh = (caller = createCaller(server.url)) =>
      caller.post('/api/v1/auth/refresh', { refresh_token: session.refreshToken });
    expect((await refresh()).status).toBe(200);
    expect(await eventsOf('refresh_reuse', session.userId)).toEqual([]);
    const thief = createCaller(server.url);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh()).status).toBe(401);
    expect(await eventsOf('refresh_reuse', session.userId)).toEqual([
      { severity: 'high', source: 'tamga', ip: thief.ip, detail: null },
    ]);
  });

  it('a locked account, once', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const { userId } = await signIn(server, phone, citizen);
    for (let times = 0; times < 6; times += 1) {
      // At most three pushes reach a phone in ten minutes.
      if (times === 3) world.clock.advance(10 * 60_000);
      const caller = createCaller(server.url);
      const started = await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id });
      await phone.act(citizen, 'refuse', { end_result: 'WRONG_PIN' });
      await pollToEnd(caller, started.body.data.sid);
    }
    expect(await eventsOf('account_locked', userId)).toMatchObject([{ severity: 'high', source: 'tamga' }]);
  });
});

describe('a denied row', () => {
  let session: SignedIn;
  beforeAll(async () => {
    session = await signIn(server, phone, await phone.citizen(/^ordinary/, 2));
  });
  const denials = () => eventsOf('privilege_denied', session.userId);
  const audit = () => createCaller(server.url).get('/api/v1/audit/', { token: session.token });

  it('answers alike, and records the denial once a minute for each person and row', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, audit));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    await expect.poll(denials).toHaveLength(1);
    const [event] = await denials();
    expect(event).toMatchObject({
      severity: 'medium',
      source: 'tamga',
      detail: { row: 'audit.list', role: 'user' },
    });
    expect(answers.map(({ body }) => body.request_id)).toContain(event?.detail?.['request_id']);
    await createCaller(server.url).get('/api/v1/audit/verify', { token: session.token });
    await expect.poll(denials).toHaveLength(2);
    world.clock.advance(60_000);
    await audit();
    await expect.poll(denials).toHaveLength(3);
    expect((await denials()).map(({ detail }) => detail?.['row'])).toEqual([
      'audit.list',
      'audit.verify',
      'audit.list',
    ]);
  });

  it('answers 403 even when the denial cannot be recorded', async () => {
    world.clock.advance(60_000);
    await world.database.query('alter table security_events rename to security_events_away');
    expect((await audit()).status).toBe(403);
    await world.database.query('alter table security_events_away rename to security_events');
  });

  it('records nothing about anonymous callers, who get 401', async () => {
    expect((await createCaller(server.url).get('/api/v1/audit/')).status).toBe(401);
    expect((await createCaller(server.url).get('/api/v1/audit/', { token: 'x' })).status).toBe(401);
    expect(
      await world.database.query(
        `select from security_events where kind = 'privilege_denied' and user_id is null`,
      ),
    ).toEqual([]);
  });
});
