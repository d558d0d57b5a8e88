import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, signIn } from '../../../test/citizens.ts';
import { until } from '../../../test/until.ts';
import { callAs, errorOf, openPlatform, type Platform } from './test/people.ts';

let platform: Platform;
const people = {} as Record<'admin' | 'otherAdmin' | 'manager' | 'citizen' | 'clerk', SignedIn>;

beforeAll(async () => {
  platform = await openPlatform();
  await platform.makeRole('clerk', ['users.manage']);
  people.admin = await platform.personAs('admin');
  people.otherAdmin = await platform.personAs('admin');
  people.manager = await platform.personAs('manager');
  people.citizen = await platform.personAs('user');
  people.clerk = await platform.personAs('clerk');
});
afterAll(() => platform.world.close());

type Who = keyof typeof people;
const as = (who: Who) => callAs(platform.server, people[who]);
const query = <R extends object>(text: string, values: unknown[] = []) =>
  platform.world.database.query<R>(text, values);
const open = (who: Who, whom: Who) => as(who).get(`/admin/users/${people[whom].userId}`);
const setAge = (who: Who, minutes: number) =>
  query('update sessions set created_at = $2 where user_id = $1', [
    people[who].userId,
    new Date(platform.clock.now().getTime() - minutes * 60_000),
  ]);

describe('admin.users.read', () => {
  it('shows an administrator sessions, applications, organisations and the history of roles', async () => {
    const { userId } = people.citizen;
    const now = platform.clock.now();
    await query(
      `insert into organisations (reg_no, name, created_by, created_at) values ('1234567', 'Жишээ ХХК', $1, $2)`,
      [userId, now],
    );
    await as('admin').put(`/admin/users/${userId}/role`, { role_id: 5, authorities: ['*'] });
    await as('admin').put(`/admin/users/${userId}/role`, { role_id: 4 });
    // A session of the same moment as the change of role would count as ended by it.
    platform.clock.advance(1000);
    people.citizen = await signIn(
      platform.server,
      platform.phone,
      await platform.phone.citizen(/^ordinary/, 3),
    );
    const answer = await open('admin', 'citizen');
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      id: userId,
      role: 'user',
      last_sign_in_at: expect.any(String),
      applications: [],
      organisations: [{ name: 'Жишээ ХХК', reg_no: '1234567', role: 'owner' }],
    });
    expect(data.sessions).toMatchObject([{ method: 'eid', ip: expect.any(String) }]);
    const history = data.role_history.map(({ sentence }: { sentence: { text: string }[] }) =>
      sentence.map(({ text }) => text).join(''),
    );
    expect(history[0]).toMatch(/ gave the role Citizen to /);
    expect(history.some((line: string) => / gave the role Case officer to /.test(line))).toBe(true);
    for (const secret of ['national_id', 'civil_id', 'cert_serial'])
      expect(answer.text).not.toContain(secret);
  });

  it('shows a lock while it lasts', async () => {
    const { userId } = people.citizen;
    const soon = new Date(platform.clock.now().getTime() + 60_000).toISOString();
    await query('update users set locked_until = $2 where id = $1', [userId, soon]);
    expect((await open('admin', 'citizen')).body.data.locked_until).toBe(soon);
    await query('update users set locked_until = $2 where id = $1', [userId, platform.clock.now()]);
    expect((await open('admin', 'citizen')).body.data.locked_until).toBeUndefined();
  });

  it('leaves out the parts that the caller has no right to', async () => {
    const forClerk = (await open('clerk', 'citizen')).body.data;
    expect(forClerk.sessions).toBeDefined();
    for (const part of ['applications', 'organisations', 'role_history'])
      expect(forClerk[part]).toBeUndefined();
    expect((await open('clerk', 'manager')).body.data.sessions).toBeUndefined();
    expect((await open('admin', 'otherAdmin')).body.data.sessions).toBeUndefined();
    expect(errorOf(await open('citizen', 'clerk'))).toEqual([403, 'forbidden']);
    const nobody = await as('admin').get('/admin/users/00000000-0000-4000-8000-000000000000');
    expect(nobody.status).toBe(404);
  });

  it('is recorded for the person', async () => {
    const count = async () =>
      (
        await query(`select from audit_log where target = $1 and metadata ->> 'row' = 'admin.users.read'`, [
          people.manager.userId,
        ])
      ).length;
    const before = await count();
    await open('admin', 'manager');
    expect(await count()).toBe(before + 1);
  });
});

describe('sessions of a person', () => {
  const sessionsOf = async (whom: Who) =>
    (await open('admin', whom)).body.data.sessions.map(({ id }: { id: string }) => id) as string[];
  const endOne = (who: Who, whom: Who, id: string) =>
    as(who).remove(`/admin/users/${people[whom].userId}/sessions/${id}`);
  const endAll = (who: Who, whom: Who) =>
    as(who).post(`/admin/users/${people[whom].userId}/sessions/end`, {});
  const told = () =>
    query<{ title: { en: string } }>('select title from notifications where user_id = $1', [
      people.manager.userId,
    ]);

  it('end one by one after a fresh proof, at once, and the person is told', async () => {
    const [id = ''] = await sessionsOf('manager');
    await setAge('admin', 15);
    expect(errorOf(await endOne('admin', 'manager', id))).toEqual([403, 'step_up_required']);
    await setAge('admin', 1);
    expect((await endOne('admin', 'manager', id)).status).toBe(200);
    await until(async () => (await as('manager').get('/users/me')).status === 401);
    expect(await told()).toMatchObject([{ title: { en: 'An administrator signed you out on one device' } }]);
    expect(await sessionsOf('manager')).toEqual([]);
    expect((await endOne('admin', 'manager', id)).status).toBe(404);
    const entries = await query(`select target from audit_log where action = 'admin.session.ended'`);
    expect(entries).toEqual([{ target: people.manager.userId }]);
  });

  it('end all at once', async () => {
    const person = await platform.phone.citizen(/^ordinary/, 2);
    await signIn(platform.server, platform.phone, person);
    people.manager = await signIn(platform.server, platform.phone, person);
    expect((await endAll('admin', 'manager')).body.data).toEqual({ ended: 2 });
    await until(async () => (await as('manager').get('/users/me')).status === 401);
    expect(await told()).toHaveLength(2);
    expect((await endAll('admin', 'manager')).body.data).toEqual({ ended: 0 });
  });

  it('of a person above, of oneself or of nobody are not ended', async () => {
    expect(errorOf(await endAll('admin', 'otherAdmin'))).toEqual([403, 'role_protected']);
    expect(errorOf(await endAll('admin', 'admin'))).toEqual([403, 'role_protected']);
    expect(errorOf(await endAll('clerk', 'manager'))).toEqual([403, 'role_protected']);
    expect(errorOf(await endAll('citizen', 'clerk'))).toEqual([403, 'forbidden']);
    const [own] = await query<{ id: string }>('select id from sessions where user_id = $1 limit 1', [
      people.otherAdmin.userId,
    ]);
    // A session of somebody else under the id of a person who may be changed.
    expect((await endOne('admin', 'citizen', own?.id ?? '')).status).toBe(404);
  });
});
