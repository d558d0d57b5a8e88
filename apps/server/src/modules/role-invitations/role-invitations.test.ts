import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Citizen, changeAsSystem, type SignedIn, signIn } from '../../../test/citizens.ts';
import { callAs, errorOf, openPlatform, type Platform } from '../administration/test/people.ts';
import { setActive } from '../users/index.ts';

let platform: Platform;
const people = {} as Record<'superadmin' | 'admin' | 'manager', SignedIn>;
const days = 24 * 3_600_000;

beforeAll(async () => {
  platform = await openPlatform();
  for (const role of ['superadmin', 'admin', 'manager'] as const)
    people[role] = await platform.personAs(role);
});
afterAll(() => platform.world.close());

/** The sandbox has few citizens, so each test begins with all but the staff as ordinary people again. */
beforeEach(async () => {
  const staff = Object.values(people).map(({ userId }) => userId);
  await query('delete from role_invitations');
  await query('update users set active = true where id <> all ($1::uuid[])', [staff]);
  const others = await query<{ id: string }>('select id from users where id <> all ($1::uuid[])', [staff]);
  for (const { id } of others) await platform.become(id, 'user');
  // A session of the same moment as a change of role would count as ended by it.
  platform.clock.advance(1000);
});

type Who = keyof typeof people;
const as = (who: Who) => callAs(platform.server, people[who]);
const query = <R extends object>(text: string, values: unknown[] = []) =>
  platform.world.database.query<R>(text, values);
const newcomer = (index: number) => platform.phone.citizen(/^ordinary/, index);
const path = '/admin/role-invitations';
const officer = { role_id: 5, authorities: ['*'] };

/** A second factor and a sign-in stay fresh, whatever the clock says. */
async function refresh(): Promise<void> {
  const now = platform.clock.now();
  const far = new Date(now.getTime() + 400 * days);
  for (const { userId } of Object.values(people))
    await query('update sessions set created_at = $2, expires_at = $3 where user_id = $1', [
      userId,
      now,
      far,
    ]);
  await query('update superadmin_mfa_proofs set proven_at = $1', [now]);
}

const invite = (who: Who, citizen: Citizen, more: object = officer) =>
  as(who).post(path, { register: citizen.national_id, ...more });
async function invited(who: Who, citizen: Citizen, more: object = officer): Promise<string> {
  await refresh();
  const answer = await invite(who, citizen, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}
const arrive = async (citizen: Citizen) => {
  const person = await signIn(platform.server, platform.phone, citizen);
  return { person, call: callAs(platform.server, person) };
};
const roleOf = async (userId: string) =>
  (await query<{ role_id: number }>('select role_id from users where id = $1', [userId]))[0]?.role_id;
const actionsAbout = async (target: string) =>
  (
    await query<{ action: string }>(
      `select action from audit_log where target = $1 and action like 'admin.invitation.%' order by id`,
      [target],
    )
  ).map(({ action }) => action);

describe('an invitation to a role', () => {
  it('lets its person into a closed platform, and nobody else', async () => {
    await query(
      `insert into platform_settings (key, value, updated_at) values ('access_mode', '"private"', now())
       on conflict (key) do update set value = excluded.value`,
    );
    const citizen = await newcomer(3);
    await expect(arrive(await newcomer(4))).rejects.toThrow();
    await invited('admin', citizen);
    expect((await (await arrive(citizen)).call.get('/users/me')).status).toBe(200);
    await query(`delete from platform_settings where key = 'access_mode'`);
  });

  it('waits for the first sign-in with eID, and gives the role when the person accepts', async () => {
    const citizen = await newcomer(4);
    const id = await invited('admin', citizen);
    const { person, call } = await arrive(citizen);
    expect(await roleOf(person.userId)).toBe(4);
    const mine = await call.get('/me/role-invitations');
    expect(mine.body.data.items).toEqual([
      {
        id,
        ...officer,
        authorities_en: ['*'],
        role: 'Case officer',
        created_at: expect.any(String),
        expires_at: new Date(platform.clock.now().getTime() + 30 * days).toISOString(),
      },
    ]);
    const told = await query<{ link: string }>('select link from notifications where user_id = $1', [
      person.userId,
    ]);
    expect(told).toEqual([{ link: '/role-invitations' }]);
    const accepted = await call.post(`/me/role-invitations/${id}/accept`, {});
    expect(accepted.body.data).toEqual({ state: 'given', role_id: 5 });
    expect(await roleOf(person.userId)).toBe(5);
    expect(
      await query('select authority_id from officer_authorities where user_id = $1', [person.userId]),
    ).toEqual([{ authority_id: null }]);
    expect((await actionsAbout(person.userId)).at(-1)).toBe('admin.invitation.accepted');
    expect(await actionsAbout(id)).toEqual(['admin.invitation.sent']);
    // The sentence names the inviter: nobody gives a role to themselves.
    for (const action of ['users.role.changed', 'users.authorities.set']) {
      const found = await as('admin').get(`/audit/?action=${action}&person=${person.userId}`);
      expect(found.body.data.items[0]).toMatchObject({
        actor_user_id: person.userId,
        sentence: expect.arrayContaining([expect.objectContaining({ id: people.admin.userId })]),
      });
    }
    const logged = await query(
      `select from audit_log where action like 'admin.invitation.%' and strpos(to_jsonb(audit_log)::text, $1) > 0`,
      [citizen.national_id],
    );
    expect(logged).toEqual([]);
  });

  it('can be to every role, of the installation too, with authorities where the role has them', async () => {
    const clerk = await platform.makeRole('clerk', ['support.manage']);
    const [office] = await query<{ id: string }>(
      `insert into authorities (name, name_en) values ('Урилгын газар', 'Inviting office') returning id`,
    );
    const authorities = [office?.id ?? ''];
    for (const [at, gift, names] of [
      [4, { role_id: 6, authorities }, ['Урилгын газар']],
      [5, { role_id: 7 }, []],
      [6, { role_id: clerk }, []],
    ] as const) {
      const citizen = await newcomer(at);
      const id = await invited('admin', citizen, gift);
      const { person, call } = await arrive(citizen);
      const [mine] = (await call.get('/me/role-invitations')).body.data.items;
      const english = names.map(() => 'Inviting office');
      expect(mine).toMatchObject({ role_id: gift.role_id, authorities: names, authorities_en: english });
      expect((await call.post(`/me/role-invitations/${id}/accept`, {})).status).toBe(200);
      expect(await roleOf(person.userId)).toBe(gift.role_id);
    }
    await refresh();
    const nameless = await invite('admin', await newcomer(3), { role_id: 6 });
    expect(nameless.body.data.errors).toMatchObject([{ field: 'authorities', tag: 'authorities_required' }]);
    // The allowance of an administrator counts by this clock.
    platform.clock.advance(60_000);
  });

  it('to manager still asks the phone for PIN2', async () => {
    const citizen = await newcomer(5);
    const id = await invited('admin', citizen, { role_id: 3 });
    const { person, call } = await arrive(citizen);
    const accepted = await call.post(`/me/role-invitations/${id}/accept`, {});
    expect(accepted.body.data).toEqual({ state: 'confirming', role_id: 3 });
    expect(await roleOf(person.userId)).toBe(4);
    await platform.runJob('administration.approval_ask', { user_id: person.userId });
    await platform.phone.approve(citizen, citizen.pin2);
    await platform.runJob('administration.approval_watch');
    expect(await roleOf(person.userId)).toBe(3);
  });

  it('gives nothing when the inviter lost the right meanwhile', async () => {
    const citizen = await newcomer(3);
    const inviter = await platform.personAs('admin', await newcomer(6));
    const sent = await callAs(platform.server, inviter).post(path, {
      register: citizen.national_id,
      ...officer,
    });
    await platform.become(inviter.userId, 'user');
    const { person, call } = await arrive(citizen);
    const accept = () => call.post(`/me/role-invitations/${sent.body.data.id}/accept`, {});
    expect(errorOf(await accept())).toEqual([409, 'invitation_void']);
    expect((await accept()).status).toBe(404);
    expect(await roleOf(person.userId)).toBe(4);
    expect((await actionsAbout(person.userId)).at(-1)).toBe('admin.invitation.void');
  });

  it('gives nothing when the inviter was disabled', async () => {
    const citizen = await newcomer(3);
    const inviter = await platform.personAs('admin', await newcomer(6));
    const sent = await callAs(platform.server, inviter).post(path, {
      register: citizen.national_id,
      ...officer,
    });
    expect(sent.status).toBe(201);
    await changeAsSystem(platform.server, platform.clock.now(), (tx) => setActive(tx, inviter.userId, false));
    const { call } = await arrive(citizen);
    expect(errorOf(await call.post(`/me/role-invitations/${sent.body.data.id}/accept`, {}))).toEqual([
      409,
      'invitation_void',
    ]);
  });

  it('is nobody else’s to see, accept or decline', async () => {
    const citizen = await newcomer(3);
    const id = await invited('admin', citizen);
    const stranger = (await arrive(await newcomer(6))).call;
    expect((await stranger.get('/me/role-invitations')).body.data.items).toEqual([]);
    for (const what of ['accept', 'decline'])
      expect((await stranger.post(`/me/role-invitations/${id}/${what}`, {})).status).toBe(404);
    const { call } = await arrive(citizen);
    const text = (await call.get('/me/role-invitations')).text;
    for (const secret of [people.admin.userId, citizen.national_id, 'invited_by', 'inviter'])
      expect(text).not.toContain(secret);
    expect((await call.post(`/me/role-invitations/${id}/decline`, {})).status).toBe(200);
    expect((await call.post(`/me/role-invitations/${id}/accept`, {})).status).toBe(404);
  });

  it('needs a session that began with eID', async () => {
    const citizen = await newcomer(3);
    const id = await invited('admin', citizen);
    const { person, call } = await arrive(citizen);
    await query(`update sessions set method = 'social' where user_id = $1`, [person.userId]);
    expect(errorOf(await call.post(`/me/role-invitations/${id}/accept`, {}))).toEqual([
      403,
      'eid_sign_in_required',
    ]);
    await as('admin').remove(`${path}/${id}`);
  });
});

describe('inviting', () => {
  it('asks for a fresh second factor', async () => {
    const old = new Date(platform.clock.now().getTime() - 15 * 60_000);
    await query('update sessions set created_at = $2 where user_id = $1', [people.admin.userId, old]);
    const citizen = await newcomer(3);
    expect(errorOf(await invite('admin', citizen))).toEqual([403, 'step_up_required']);
    expect(await query('select from role_invitations where national_id = $1', [citizen.national_id])).toEqual(
      [],
    );
    await refresh();
  });

  it('follows the rank of the inviter', async () => {
    const citizen = await newcomer(3);
    expect(errorOf(await invite('admin', citizen, { role_id: 2 }))).toEqual([403, 'role_protected']);
    expect(errorOf(await invite('manager', citizen))).toEqual([403, 'forbidden']);
    const id = await invited('superadmin', citizen, { role_id: 2 });
    expect(errorOf(await as('admin').remove(`${path}/${id}`))).toEqual([403, 'role_protected']);
    const { person, call } = await arrive(citizen);
    expect((await call.post(`/me/role-invitations/${id}/accept`, {})).status).toBe(200);
    expect(await roleOf(person.userId)).toBe(2);
  });

  it.each([
    ['another role', { role_id: 4 }],
    ['super administrator', { role_id: 1 }],
    ['an officer without authorities', { role_id: 5 }],
    ['a manager with authorities', { role_id: 3, authorities: ['*'] }],
    ['an unknown authority', { role_id: 5, authorities: ['Nowhere'] }],
    ['no day', { ...officer, days: 0 }],
    ['too many days', { ...officer, days: 91 }],
    ['a wrong address', { ...officer, email: 'not an address' }],
    ['an unknown field', { ...officer, note: 'x' }],
  ])('refuses %s', async (_what, more) => {
    expect((await invite('admin', await newcomer(3), more)).status).toBe(422);
  });

  it('refuses a number that is no register number, and callers without a session', async () => {
    expect((await as('admin').post(path, { register: 'AB12345678', ...officer })).status).toBeGreaterThan(
      399,
    );
    const nobody = callAs(platform.server, { ...people.admin, token: 'x' });
    for (const call of [nobody.get(path), nobody.get('/me/role-invitations')])
      expect((await call).status).toBe(401);
  });
});

describe('invitations that wait', () => {
  it('are listed with a masked number, end by withdrawal, and then give nothing', async () => {
    const citizen = await newcomer(3);
    const id = await invited('admin', citizen, { ...officer, days: 3 });
    const list = async () =>
      (await as('admin').get(path)).body.data.items as { id: string; register: string }[];
    const waiting = (await list()).find((each) => each.id === id);
    expect(waiting).toMatchObject({
      invited_by: people.admin.userId,
      letters: 0,
      expires_at: new Date(platform.clock.now().getTime() + 3 * days).toISOString(),
    });
    expect(waiting?.register).toMatch(/^..•{6}\d\d$/);
    expect(errorOf(await invite('admin', citizen))).toEqual([409, 'already_invited']);
    expect((await as('admin').remove(`${path}/${id}`)).status).toBe(200);
    expect((await as('admin').remove(`${path}/${id}`)).status).toBe(404);
    expect((await list()).some((each) => each.id === id)).toBe(false);
    const { call } = await arrive(citizen);
    expect((await call.post(`/me/role-invitations/${id}/accept`, {})).status).toBe(404);
  });

  it('send their letter again at most once an hour, and only where an address was given', async () => {
    const id = await invited('admin', await newcomer(3), { ...officer, email: 'new.officer@example.mn' });
    const resend = (which: string) => as('admin').post(`${path}/${which}/resend`, {});
    expect(errorOf(await resend(id))).toEqual([409, 'letter_sent_recently']);
    platform.clock.advance(3_600_000);
    await refresh();
    people.admin = await platform.personAs('admin', await newcomer(1));
    expect((await resend(id)).body.data).toMatchObject({ letters: 2 });
    const queued = await query(`select from pgboss.job where name = 'role_invitations.letter'`);
    expect(queued).toHaveLength(2);
    const silent = await invited('admin', await newcomer(4));
    expect(errorOf(await resend(silent))).toEqual([409, 'letter_not_possible']);
  });

  it('expire, and are deleted with their numbers thirty days later', async () => {
    const citizen = await newcomer(3);
    const id = await invited('admin', citizen, { ...officer, days: 1 });
    await query(`update role_invitations set expires_at = $2 where id = $1`, [id, platform.clock.now()]);
    const { call } = await arrive(citizen);
    expect((await call.get('/me/role-invitations')).body.data.items).toEqual([]);
    expect((await call.post(`/me/role-invitations/${id}/accept`, {})).status).toBe(404);
    expect(await invited('admin', citizen)).toBe(id);
    const old = new Date(platform.clock.now().getTime() - 31 * days);
    await query(`update role_invitations set expires_at = $2 where id = $1`, [id, old]);
    await platform.runJob('role_invitations.clean');
    expect(await query('select from role_invitations where id = $1', [id])).toEqual([]);
  });
});
