import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, pollToEnd, runQr, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createLogger } from '../../kernel/observability/logger.ts';
import { issueKnownBrowser } from './known-browser.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const minute = 60_000;

/** A person with an account, after earlier pushes and failures have expired. */
async function newcomer(index: number): Promise<{ citizen: Citizen; userId: string }> {
  const citizen = await phone.citizen(/^ordinary/, index);
  world.clock.advance(60 * minute);
  return { citizen, userId: (await signIn(server, phone, citizen)).userId };
}

async function startPush(citizen: Citizen, from = createCaller(server.url)): Promise<string> {
  const started = await from.post('/api/v1/auth/eid/start-id', {
    national_id: citizen.national_id,
  });
  expect(started.status).toBe(200);
  return started.body.data.sid;
}

async function failOnce(
  citizen: Citizen,
  how: 'refuse' | 'timeout' = 'refuse',
  body: object | undefined = how === 'refuse' ? { end_result: 'WRONG_PIN' } : undefined,
): Promise<Answer> {
  const sid = await startPush(citizen);
  await phone.act(citizen, how, body);
  return pollToEnd(createCaller(server.url), sid);
}

/** Takes more than ten minutes, because a phone gets at most three pushes in ten minutes. */
async function failFiveTimes(citizen: Citizen): Promise<void> {
  for (let times = 0; times < 3; times += 1) await failOnce(citizen);
  world.clock.advance(10 * minute);
  for (let times = 0; times < 2; times += 1) await failOnce(citizen);
}

const trySignIn = async (citizen: Citizen) => (await runQr(createCaller(server.url), phone, citizen)).final;
const lockOf = async (userId: string) => {
  const [row] = await world.database.query<{ failed_logins: number; locked_until: Date | null }>(
    'select failed_logins, locked_until from users where id = $1',
    [userId],
  );
  return row;
};

describe('five wrong PINs within fifteen minutes', () => {
  it('lock the account for fifteen minutes, after which it unlocks by itself', async () => {
    const { citizen, userId } = await newcomer(0);
    await failFiveTimes(citizen);
    const until = (await lockOf(userId))?.locked_until?.getTime() ?? 0;
    expect(until - world.clock.now().getTime()).toBe(15 * minute);

    const locked = await trySignIn(citizen);
    expect([locked.status, locked.body.error]).toEqual([403, 'account_locked']);
    expect(locked.text).not.toContain('token');
    world.clock.advance(15 * minute - 1);
    expect((await trySignIn(citizen)).status).toBe(403);
    world.clock.advance(1);
    expect((await trySignIn(citizen)).body.data.state).toBe('COMPLETE');
    expect(await lockOf(userId)).toEqual({ failed_logins: 0, locked_until: null });
  });

  it('leave one record per attempt and one for the lock', async () => {
    const { citizen, userId } = await newcomer(1);
    await failFiveTimes(citizen);
    await trySignIn(citizen);
    const events = await world.database.query(
      `select outcome, reason, count(*)::int from login_events where user_id = $1 group by 1, 2 order by 1, 2`,
      [userId],
    );
    expect(events).toEqual([
      { outcome: 'failure', reason: 'account_locked', count: 1 },
      { outcome: 'failure', reason: 'wrong_pin', count: 5 },
      { outcome: 'success', reason: null, count: 1 },
    ]);
    const audit = await world.database.query(
      `select action, count(*)::int from audit_log where target = $1 group by 1 order by 1`,
      [userId],
    );
    expect(audit).toEqual([
      { action: 'auth.account.locked', count: 1 },
      { action: 'auth.eid.failed', count: 6 },
      { action: 'auth.eid.login', count: 1 },
    ]);
  });

  it('do not end open sessions', async () => {
    const { citizen } = await newcomer(2);
    await failFiveTimes(citizen);
    // Otherwise anyone could sign anyone out.
    world.clock.advance(16 * minute);
    const session = await signIn(server, phone, citizen);
    await failFiveTimes(citizen);
    const me = await session.caller.get('/api/v1/users/me', { token: session.token });
    expect(me.status).toBe(200);
  });

  it('are not prolonged by attempts during the lock', async () => {
    const { citizen, userId } = await newcomer(3);
    await failFiveTimes(citizen);
    const before = await lockOf(userId);
    world.clock.advance(10 * minute);
    await failOnce(citizen);
    await trySignIn(citizen);
    expect(await lockOf(userId)).toEqual(before);
    world.clock.advance(5 * minute);
    expect((await trySignIn(citizen)).body.data.state).toBe('COMPLETE');
  });

  it('are counted from zero after a lock has expired', async () => {
    const { citizen, userId } = await newcomer(4);
    await failFiveTimes(citizen);
    world.clock.advance(16 * minute);
    await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 1, locked_until: null });
  });

  it('are counted under concurrent attempts', async () => {
    const { citizen, userId } = await newcomer(5);
    const sids = [];
    for (let times = 0; times < 3; times += 1) {
      sids.push(await startPush(citizen));
      await phone.act(citizen, 'refuse', { end_result: 'WRONG_PIN' });
    }
    await Promise.all(sids.map((sid) => pollToEnd(createCaller(server.url), sid)));
    expect((await lockOf(userId))?.failed_logins).toBe(3);
  });
});

describe('does not lock', () => {
  it('after four failures followed by a success, which resets the count', async () => {
    const { citizen, userId } = await newcomer(0);
    for (let times = 0; times < 3; times += 1) await failOnce(citizen);
    world.clock.advance(10 * minute);
    await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 4, locked_until: null });
    expect((await trySignIn(citizen)).body.data.state).toBe('COMPLETE');
    expect((await lockOf(userId))?.failed_logins).toBe(0);
  });

  it('after five failures spread over more than fifteen minutes', async () => {
    const { citizen, userId } = await newcomer(1);
    for (let times = 0; times < 3; times += 1) await failOnce(citizen);
    world.clock.advance(15 * minute + 1);
    for (let times = 0; times < 2; times += 1) await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 2, locked_until: null });
  });

  it('after timeouts, because a timeout is no PIN guess', async () => {
    const { citizen, userId } = await newcomer(2);
    for (let times = 0; times < 3; times += 1) {
      expect((await failOnce(citizen, 'timeout')).body.data.state).toBe('EXPIRED');
    }
    expect((await lockOf(userId))?.failed_logins).toBe(0);
  });

  it.each(['USER_REFUSED', 'USER_REFUSED_INTERACTION', 'WRONG_VC', 'DOCUMENT_UNUSABLE'])(
    'after %s, however often: strangers must not lock anyone out',
    async (end_result) => {
      const { citizen, userId } = await newcomer(6);
      for (let times = 0; times < 3; times += 1) await failOnce(citizen, 'refuse', { end_result });
      world.clock.advance(10 * minute);
      for (let times = 0; times < 3; times += 1) await failOnce(citizen, 'refuse', { end_result });
      expect(await lockOf(userId)).toEqual({ failed_logins: 0, locked_until: null });
      expect((await trySignIn(citizen)).body.data.state).toBe('COMPLETE');
    },
  );
});

describe('a push that was refused or not answered', () => {
  const told = (userId: string) =>
    world.database.query<{ title: { en: string }; created_at: Date }>(
      `select title, created_at from notifications where user_id = $1 and category = 'warning' order by created_at`,
      [userId],
    );

  /** Three per person, because a phone gets no more. */
  async function annoy(from: Caller, times: number, people: number[]): Promise<void> {
    const started: number[] = [];
    for (const index of people) {
      const citizen = await phone.citizen(/^ordinary/, index);
      for (let each = 0; each < 3 && started.length < times; each += 1) {
        const sid = await startPush(citizen, from);
        started.push(index);
        await phone.act(citizen, 'refuse');
        await pollToEnd(createCaller(server.url), sid);
        // Keeps the allowance of starts out of this test.
        world.clock.advance(12_000);
      }
    }
  }
  const push = async (from: Caller, index: number, headers: Record<string, string> = {}) =>
    from.post(
      '/api/v1/auth/eid/start-id',
      { national_id: (await phone.citizen(/^ordinary/, index)).national_id },
      { headers },
    );

  it('counts against the requesting address for fifteen minutes, and not against the person', async () => {
    world.clock.advance(60 * minute);
    const stranger = createCaller(server.url);
    await annoy(stranger, 10, [0, 1, 2, 3]);
    const refused = await push(stranger, 5);
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '900',
    ]);
    // The rejected push did not use the allowance of the person or of anyone else.
    for (let times = 0; times < 3; times += 1)
      expect((await push(createCaller(server.url), 5)).status).toBe(200);
    world.clock.advance(15 * minute);
    expect((await push(stranger, 5)).status).toBe(200);
  });

  it('counts against a known browser, from any address', async () => {
    world.clock.advance(60 * minute);
    const known = issueKnownBrowser(server.config.JWT_SECRET);
    for (let times = 0; times < 5; times += 1) {
      const started = await push(createCaller(server.url), times % 3, { 'x-eid-known': known });
      await phone.act(await phone.citizen(/^ordinary/, times % 3), 'timeout');
      await pollToEnd(createCaller(server.url), started.body.data.sid);
    }
    const caller = createCaller(server.url);
    expect((await push(caller, 4, { 'x-eid-known': known })).status).toBe(429);
    expect((await push(caller, 4)).status).toBe(200);
  });

  it('counts when the requester never polled its end', async () => {
    world.clock.advance(60 * minute);
    const stranger = createCaller(server.url);
    for (let times = 0; times < 10; times += 1) {
      expect((await push(stranger, Math.floor(times / 3))).status).toBe(200);
      world.clock.advance(12_000);
    }
    world.clock.advance(121_000);
    expect((await push(stranger, 5)).status).toBe(429);
  });

  it('notifies the person once an hour', async () => {
    const { citizen, userId } = await newcomer(7);
    await failOnce(citizen, 'refuse', {});
    await failOnce(citizen, 'timeout');
    expect(await told(userId)).toMatchObject([{ title: { en: 'Someone tried to sign in as you' } }]);
    world.clock.advance(61 * minute);
    await failOnce(citizen, 'refuse', {});
    expect(await told(userId)).toHaveLength(2);
  });

  it('notifies the person also when the requester left, with the requester’s address', async () => {
    const { citizen, userId } = await newcomer(7);
    world.clock.advance(60 * minute);
    const before = await told(userId);
    const stranger = createCaller(server.url);
    await startPush(citizen, stranger);
    const job = server.app.declaredJobs.find(({ name }) => name === 'identity.abandoned_pushes');
    const run = async () => job?.run({}, { now: world.clock.now(), log: createLogger('silent') } as never);
    await run();
    expect(await told(userId)).toHaveLength(before.length);
    world.clock.advance(4 * minute);
    await run();
    await run();
    expect(await told(userId)).toHaveLength(before.length + 1);
    const [last] = await world.database.query(
      'select outcome, reason, ip from login_events where user_id = $1 order by created_at desc limit 1',
      [userId],
    );
    expect(last).toEqual({ outcome: 'failure', reason: 'timeout', ip: stranger.ip });
  });
});
