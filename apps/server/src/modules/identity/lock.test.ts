import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, pollToEnd, runQr, signIn } from '../../../test/citizens.ts';
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

const minute = 60_000;

/** Somebody with an account, at a time when no push and no failure of before counts any more. */
async function newcomer(index: number): Promise<{ citizen: Citizen; userId: string }> {
  const citizen = await phone.citizen(/^ordinary/, index);
  world.clock.advance(60 * minute);
  return { citizen, userId: (await signIn(server, phone, citizen)).userId };
}

async function startPush(citizen: Citizen): Promise<string> {
  const started = await createCaller(server.url).post('/api/v1/auth/eid/start-id', {
    national_id: citizen.national_id,
  });
  expect(started.status).toBe(200);
  return started.body.data.sid;
}

async function failOnce(
  citizen: Citizen,
  how: 'refuse' | 'timeout' = 'refuse',
  body?: object,
): Promise<Answer> {
  const sid = await startPush(citizen);
  await phone.act(citizen, how, body);
  return pollToEnd(createCaller(server.url), sid);
}

/** No more than three pushes reach a phone in ten minutes, so five failures take a little more than that. */
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

describe('five failed sign-ins within fifteen minutes', () => {
  it('lock the account for fifteen, and then it opens again by itself', async () => {
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

  it('leave their trace: one line per attempt, and one for the lock', async () => {
    const { citizen, userId } = await newcomer(1);
    await failFiveTimes(citizen);
    await trySignIn(citizen);
    const events = await world.database.query(
      `select outcome, reason, count(*)::int from login_events where user_id = $1 group by 1, 2 order by 1, 2`,
      [userId],
    );
    expect(events).toEqual([
      { outcome: 'failure', reason: 'account_locked', count: 1 },
      { outcome: 'failure', reason: 'user_refused', count: 5 },
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

  it('do not end the sessions that are already open', async () => {
    const { citizen } = await newcomer(2);
    await failFiveTimes(citizen);
    // Otherwise anybody could sign anybody out.
    world.clock.advance(16 * minute);
    const session = await signIn(server, phone, citizen);
    await failFiveTimes(citizen);
    const me = await session.caller.get('/api/v1/users/me', { token: session.token });
    expect(me.status).toBe(200);
  });

  it('are not prolonged by tries during the lock', async () => {
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

  it('are counted afresh after a lock has lapsed', async () => {
    const { citizen, userId } = await newcomer(4);
    await failFiveTimes(citizen);
    world.clock.advance(16 * minute);
    await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 1, locked_until: null });
  });

  it('are counted even when they come at the same moment', async () => {
    const { citizen, userId } = await newcomer(5);
    const sids = [];
    for (let times = 0; times < 3; times += 1) {
      sids.push(await startPush(citizen));
      await phone.act(citizen, 'refuse');
    }
    await Promise.all(sids.map((sid) => pollToEnd(createCaller(server.url), sid)));
    expect((await lockOf(userId))?.failed_logins).toBe(3);
  });
});

describe('what does not lock', () => {
  it('four failures, and then a success sets the count back', async () => {
    const { citizen, userId } = await newcomer(0);
    for (let times = 0; times < 3; times += 1) await failOnce(citizen);
    world.clock.advance(10 * minute);
    await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 4, locked_until: null });
    expect((await trySignIn(citizen)).body.data.state).toBe('COMPLETE');
    expect((await lockOf(userId))?.failed_logins).toBe(0);
  });

  it('five failures spread over more than fifteen minutes', async () => {
    const { citizen, userId } = await newcomer(1);
    for (let times = 0; times < 3; times += 1) await failOnce(citizen);
    world.clock.advance(15 * minute + 1);
    for (let times = 0; times < 2; times += 1) await failOnce(citizen);
    expect(await lockOf(userId)).toEqual({ failed_logins: 2, locked_until: null });
  });

  it('sign-ins that ran out of time, because that is nobody’s guess', async () => {
    const { citizen, userId } = await newcomer(2);
    for (let times = 0; times < 3; times += 1) {
      expect((await failOnce(citizen, 'timeout')).body.data.state).toBe('EXPIRED');
    }
    expect((await lockOf(userId))?.failed_logins).toBe(0);
  });

  it.each(['WRONG_VC', 'DOCUMENT_UNUSABLE'])('but %s counts as a refusal does', async (end_result) => {
    const { citizen, userId } = await newcomer(6);
    await failOnce(citizen, 'refuse', { end_result });
    expect((await lockOf(userId))?.failed_logins).toBe(1);
  });
});
