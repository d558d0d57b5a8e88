import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, changeAsSystem, type SignedIn, signIn } from '../../../test/citizens.ts';
import { withClient } from '../../../test/database.ts';
import { setActive } from '../users/index.ts';
import { callAs, openPlatform, type Platform } from './test/people.ts';

let platform: Platform;
let adminPerson: SignedIn;
let admin: ReturnType<typeof callAs>;

beforeAll(async () => {
  platform = await openPlatform();
  adminPerson = await platform.personAs('admin');
  admin = callAs(platform.server, adminPerson);
});
afterAll(() => platform.world.close());

/** A person registered as a manager; `arrive` signs them in. */
async function register(skip: number): Promise<{ citizen: Citizen; id: string }> {
  const citizen = await platform.phone.citizen(/^ordinary/, skip);
  const answer = await admin.post('/admin/users', { register: citizen.national_id, role_id: 3 });
  expect([answer.status, answer.body.data.role]).toEqual([201, 'user']);
  return { citizen, id: answer.body.data.id };
}
/** Signs in and runs the hook for registered people. */
async function arrive(citizen: Citizen): Promise<void> {
  await signIn(platform.server, platform.phone, citizen);
}
const askQueue = 'administration.approval_ask';
const queued = async () =>
  (
    await platform.world.database.query<{ user_id: string }>(
      "select data->>'user_id' as user_id from pgboss.job where name = $1",
      [askQueue],
    )
  ).map(({ user_id }) => user_id);
const approvals = (userId: string) =>
  platform.world.database.query<{ state: string; reason: string | null; granted_by: string; sid: string }>(
    'select state, reason, granted_by, sid from role_approvals where user_id = $1 order by created_at, state desc',
    [userId],
  );
const roleOf = async (id: string) =>
  (
    await platform.world.database.query<{ role_id: number }>('select role_id from users where id = $1', [id])
  )[0]?.role_id;
const watch = () => platform.runJob('administration.approval_watch');

describe('a person registered as a manager', () => {
  it('starts as a citizen, is asked after the first sign-in with eID, and becomes a manager with PIN2', async () => {
    const { citizen, id } = await register(1);
    expect(await approvals(id)).toMatchObject([{ state: 'wanted', granted_by: adminPerson.userId }]);
    await platform.runJob(askQueue, { user_id: id });
    expect(await approvals(id)).toHaveLength(1);
    expect(await queued()).toEqual([]);

    await arrive(citizen);
    expect(await queued()).toEqual([id]);
    await platform.runJob(askQueue, { user_id: id });
    expect(await approvals(id)).toMatchObject([
      { state: 'withdrawn', reason: 'asked' },
      { state: 'pending' },
    ]);
    const seen = await admin.put(`/admin/users/${id}/role`, { role_id: 3 });
    expect(seen.status).toBe(202);

    await watch();
    expect(await roleOf(id)).toBe(4);
    await platform.phone.approve(citizen, citizen.pin2);
    await watch();
    expect(await roleOf(id)).toBe(3);
    const [given] = await platform.world.database.query(
      "select actor_user_id, metadata from audit_log where target = $1 and action = 'admin.approval.given'",
      [id],
    );
    expect(given).toMatchObject({
      actor_user_id: adminPerson.userId,
      metadata: { sid: seen.body.data.approval.sid, granted_by: adminPerson.userId },
    });
    await watch();
    expect((await admin.put(`/admin/users/${id}/role`, { role_id: 3 })).status).toBe(200);
  });

  it('is asked once: a second sign-in or a second job run sends no second request', async () => {
    const { citizen, id } = await register(2);
    await arrive(citizen);
    await platform.runJob(askQueue, { user_id: id });
    await platform.runJob(askQueue, { user_id: id });
    await arrive(citizen);
    expect((await queued()).filter((queuedId) => queuedId === id)).toHaveLength(1);
    expect((await approvals(id)).map(({ state }) => state)).toEqual(['withdrawn', 'pending']);
  });

  it('reports a refusal to the administrator who polls, and records it when nobody polls', async () => {
    const { citizen, id } = await register(3);
    await arrive(citizen);
    await platform.runJob(askQueue, { user_id: id });
    await platform.phone.act(citizen, 'refuse');
    await watch();
    expect((await approvals(id)).at(-1)).toMatchObject({ state: 'pending' });
    platform.clock.advance(5 * 60_000);
    await watch();
    expect((await approvals(id)).at(-1)).toMatchObject({ state: 'refused', reason: 'user_refused' });
    expect(await roleOf(id)).toBe(4);
  });

  it('is not asked when the requester is no longer an administrator', async () => {
    const other = await platform.personAs('admin', await platform.phone.citizen(/^ordinary/, 7));
    const citizen = await platform.phone.citizen(/^ordinary/, 4);
    const answer = await callAs(platform.server, other).post('/admin/users', {
      register: citizen.national_id,
      role_id: 3,
    });
    await changeAsSystem(platform.server, platform.clock.now(), (tx) => setActive(tx, other.userId, false));
    await arrive(citizen);
    await platform.runJob(askQueue, { user_id: answer.body.data.id });
    expect(await approvals(answer.body.data.id)).toMatchObject([
      { state: 'withdrawn', reason: 'granter_not_entitled' },
    ]);
  });

  it('is not asked after they were given another role', async () => {
    const { citizen, id } = await register(5);
    const answer = await admin.put(`/admin/users/${id}/role`, { role_id: 4 });
    expect([answer.status, answer.body.data.role]).toEqual([200, 'user']);
    await arrive(citizen);
    expect(await queued()).not.toContain(id);
    expect(await approvals(id)).toMatchObject([{ state: 'withdrawn', reason: 'other_role' }]);
  });

  it('stays planned when the phone is unreachable, and the job retries while the provider is down', async () => {
    const { citizen, id } = await register(6);
    await arrive(citizen);
    await platform.phone.fault('error', 1, { on: 'start' });
    await expect(platform.runJob(askQueue, { user_id: id })).rejects.toThrow();
    expect(await approvals(id)).toMatchObject([{ state: 'wanted' }]);
    const { national_id: nobody } = await platform.phone.citizen(/^no device/);
    await platform.world.database.query('update users set national_id = $2 where id = $1', [id, nobody]);
    await platform.runJob(askQueue, { user_id: id });
    expect(await approvals(id)).toMatchObject([{ state: 'wanted' }]);
  });
});

describe('a signed approval', () => {
  it('is visible to its person and to administrators, and immutable', async () => {
    const { appUrl } = platform.world.database;
    const [row] = await platform.world.database.query<{ user_id: string; total: number }>(
      'select user_id, count(*) over ()::integer as total from role_approvals limit 1',
    );
    const seenAs = (userId: string, role: string) =>
      withClient(appUrl, async (client) => {
        await client.query('set search_path = tamga');
        await client.query("select set_config('app.user_id', $1, false), set_config('app.role', $2, false)", [
          userId,
          role,
        ]);
        const { rows } = await client.query<{ user_id: string }>('select user_id from role_approvals');
        const change = (text: string) =>
          client.query(text).then(
            ({ rowCount }) => rowCount,
            (error: { code: string }) => error.code,
          );
        return {
          people: [...new Set(rows.map(({ user_id }) => user_id))],
          total: rows.length,
          ended: await change("update role_approvals set state = 'withdrawn'"),
          rewritten: await change("update role_approvals set statement = ''"),
          removed: await change('delete from role_approvals'),
        };
      });
    const untouched = { ended: 0, rewritten: '42501', removed: '42501' };
    expect(await seenAs(row?.user_id ?? '', 'user')).toMatchObject({ people: [row?.user_id], ...untouched });
    expect(await seenAs(row?.user_id ?? '', 'manager')).toMatchObject({ people: [row?.user_id] });
    expect(await seenAs('', 'none')).toMatchObject({ people: [], ...untouched });
    expect(await seenAs(adminPerson.userId, 'admin')).toMatchObject({ total: row?.total, ...untouched });
    expect(await seenAs('', 'system')).toMatchObject({ rewritten: '42501', removed: '42501' });
  });
});
