import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import {
  type Citizen,
  changeAsSystem,
  createPhone,
  type Phone,
  runQr,
  type SignedIn,
  signIn,
} from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setActive, setRole } from '../users/index.ts';

let world: TestWorld;
let instances: TestServer[];
let first: TestServer;
let phone: Phone;
let citizen: Citizen;
let session: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  instances = await Promise.all([world.startServer(), world.startServer()]);
  first = instances[0] as TestServer;
  phone = createPhone(world.sandbox);
  citizen = await phone.citizen();
});
afterAll(() => world.close());

const refresh = (token: string, on: TestServer) =>
  createCaller(on.url).post('/api/v1/auth/refresh', { refresh_token: token });
const me = (token: string, on: TestServer) => createCaller(on.url).get('/api/v1/users/me', { token });
const onBoth = (work: (instance: TestServer) => Promise<unknown>) => Promise.all(instances.map(work));
const change = (work: Parameters<typeof changeAsSystem>[2]) => {
  // A cutoff separates tokens to the millisecond.
  world.clock.advance(10);
  return changeAsSystem(first, world.clock.now(), work).finally(() => world.clock.advance(10));
};

/** Both instances have cached the session, so that only the bus can invalidate it. */
const open = async () => {
  const opened = await signIn(first, phone, citizen);
  await onBoth(async (on) => expect((await me(opened.token, on)).status).toBe(200));
  return opened;
};
beforeEach(async () => {
  session = await open();
});

describe('on every instance', () => {
  it('ends a session when its refresh token is reused', async () => {
    const [, second] = instances as [TestServer, TestServer];
    const next = (await refresh(session.refreshToken, second)).body.data;
    await onBoth(async (on) => expect((await me(next.token, on)).status).toBe(200));
    expect((await refresh(session.refreshToken, first)).status).toBe(401);
    await onBoth(async (on) => {
      await callUntil(401, () => me(session.token, on));
      await callUntil(401, () => me(next.token, on));
      expect((await refresh(next.refresh_token, on)).status).toBe(401);
    });
  });

  it('ends the session at sign-out', async () => {
    await createCaller(first.url).post('/api/v1/auth/logout', {}, { token: session.token });
    await onBoth(async (on) => {
      await callUntil(401, () => me(session.token, on));
      expect((await refresh(session.refreshToken, on)).status).toBe(401);
    });
  });

  it('ends every session at a role change, and the next sign-in has the new role', async () => {
    const other = await open();
    await change((tx) => setRole(tx, session.userId, 3));
    await onBoth(async (on) => {
      for (const { token, refreshToken } of [session, other]) {
        await callUntil(401, () => me(token, on));
        expect((await refresh(refreshToken, on)).status).toBe(401);
      }
    });
    const again = await open();
    await onBoth(async (on) => {
      const mine = await createCaller(on.url).get('/api/v1/rbac/me', { token: again.token });
      expect(mine.body.data).toMatchObject({ role: 'manager', role_id: 3 });
    });
    expect((await refresh(again.refreshToken, first)).body.data.role).toBe('manager');
    await change((tx) => setRole(tx, session.userId, 4));
  });

  it('rejects all tokens of a disabled account and its sign-in', async () => {
    await change((tx) => setActive(tx, session.userId, false));
    await onBoth(async (on) => {
      const refused = await callUntil(403, () => me(session.token, on));
      expect(refused.body.error).toBe('account_disabled');
      const refreshed = await refresh(session.refreshToken, on);
      expect([refreshed.status, refreshed.body.error]).toEqual([403, 'account_disabled']);
      const { final } = await runQr(createCaller(on.url), phone, citizen);
      expect([final.status, final.body.error]).toEqual([403, 'account_disabled']);
    });
    await change((tx) => setActive(tx, session.userId, true));
  });

  it('keeps old tokens rejected after a disabled account is enabled again', async () => {
    await change((tx) => setActive(tx, session.userId, false));
    await change((tx) => setActive(tx, session.userId, true));
    await onBoth(async (on) => {
      await callUntil(401, () => me(session.token, on));
      expect((await refresh(session.refreshToken, on)).status).toBe(401);
    });
    await open();
  });

  it('rejects a token issued in the same millisecond as the cutoff', async () => {
    await changeAsSystem(first, world.clock.now(), (tx) => setRole(tx, session.userId, 4));
    await onBoth(async (on) => {
      await callUntil(401, () => me(session.token, on));
      expect((await refresh(session.refreshToken, on)).status).toBe(401);
    });
    world.clock.advance(1);
    await open();
  });

  it('audits the change, and rolls it back when the audit fails', async () => {
    await change((tx) => setRole(tx, session.userId, 4));
    const rows = await world.database.query(
      `select action, target, metadata from audit_log where action = 'users.role.changed' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { action: 'users.role.changed', target: session.userId, metadata: { role_id: 4 } },
    ]);
    const broken = change(async (tx) => {
      await setRole(tx, session.userId, 2);
      throw new Error('something later failed');
    });
    await expect(broken).rejects.toThrow('something later failed');
    expect(await world.database.query('select role_id from users where id = $1', [session.userId])).toEqual([
      { role_id: 4 },
    ]);
  });

  it('rejects a change of an unknown person', async () => {
    const nobody = '00000000-0000-4000-8000-00000000dead';
    await expect(change((tx) => setRole(tx, nobody, 4))).rejects.toThrow('not_found');
    await expect(change((tx) => setActive(tx, nobody, false))).rejects.toThrow('not_found');
  });
});
