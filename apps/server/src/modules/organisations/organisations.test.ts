import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setRole } from '../users/index.ts';
import { joinOrganisation } from './test/joining.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let owner: SignedIn;
let admin: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
let orgId: string;
let nextRegNo = 5_000_000;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  const person = async (skip: number) => signIn(server, phone, await phone.citizen(/^ordinary/, skip));
  owner = await person(0);
  admin = await person(1);
  member = await person(2);
  stranger = await person(3);
  orgId = await organisationOf(owner);
  await join(orgId, admin, 'admin');
  await join(orgId, member, 'member');
});
afterAll(() => world.close());

const call = (who: SignedIn, method: string, path: string, body?: unknown, headers = {}) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: who.token,
    headers,
    ...(body === undefined ? {} : { body }),
  });
const freshRegNo = () => String(nextRegNo++);

async function organisationOf(who: SignedIn): Promise<string> {
  const made = await call(who, 'POST', '/org', { reg_no: freshRegNo(), name: 'Тест ХХК' });
  expect(made.status).toBe(201);
  return made.body.data.id;
}
const join = (org: string, who: SignedIn, role: string) => joinOrganisation(server, org, owner, who, role);
const roleOf = async (org: string, who: SignedIn) =>
  (
    await world.database.query<{ role: string }>(
      'select role from organisation_members where org_id = $1 and user_id = $2',
      [org, who.userId],
    )
  )[0]?.role;
const eventsOf = (requestId: string | undefined) =>
  world.database.query(
    'select action, actor_user_id, target, metadata from audit_log where request_id = $1',
    [requestId],
  );

describe('org.create', () => {
  it('makes the creator the owner, with its audit event, in one transaction', async () => {
    const made = await call(stranger, 'POST', '/org/', {
      reg_no: 'аб-77',
      name: '  Шинэ компани ',
      name_latin: 'New company',
    });
    const org = made.body.data;
    expect(made.status).toBe(201);
    expect(org).toEqual({
      id: expect.any(String),
      reg_no: 'АБ-77',
      slug: null,
      name: 'Шинэ компани',
      name_latin: 'New company',
      verified: false,
      my_role: 'owner',
      named: false,
      checked_at: null,
      blocked: 'unproven',
      created_by: stranger.userId,
      created_at: world.clock.now().toISOString(),
      updated_at: null,
    });
    expect(await eventsOf(made.body.request_id)).toEqual([
      {
        action: 'organisations.created',
        actor_user_id: stranger.userId,
        target: org.id,
        metadata: { apps: ['members'] },
      },
    ]);
    expect((await call(stranger, 'GET', `/org/${org.id}`)).body.data).toEqual(org);
  });

  it('rejects an existing register number in any spelling, and leaves no trace of the attempt', async () => {
    await call(owner, 'POST', '/org', { reg_no: 'хн123', name: 'Нэг' });
    const again = await call(stranger, 'POST', '/org', { reg_no: 'ХН123', name: 'Хоёр' });
    expect([again.status, again.body.error]).toEqual([409, 'organisation_exists']);
    expect(await world.database.query("select 1 from organisations where name = 'Хоёр'")).toEqual([]);
    expect(await eventsOf(again.body.request_id)).toEqual([]);
  });

  it.each(['７７０００１１', '07700011'])(
    'is one register number in another spelling: %s',
    async (reg_no) => {
      await call(owner, 'POST', '/org', { reg_no: '7700011', name: 'Нэг' });
      const again = await call(stranger, 'POST', '/org', { reg_no, name: 'Хоёр' });
      expect([again.status, again.body.error]).toEqual([409, 'organisation_exists']);
    },
  );

  it('gives the register number to one of two concurrent requests', async () => {
    const body = { reg_no: freshRegNo(), name: 'Хоёулаа' };
    const answers = await Promise.all([owner, stranger].map((who) => call(who, 'POST', '/org', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('creates once under an Idempotency-Key and replays the answer', async () => {
    const body = { reg_no: freshRegNo(), name: 'Нэг удаа' };
    const key = { 'idempotency-key': 'create-once' };
    const first = await call(owner, 'POST', '/org', body, key);
    const second = await call(owner, 'POST', '/org', body, key);
    expect([second.status, second.body.data]).toEqual([201, first.body.data]);
    const other = await call(owner, 'POST', '/org', { ...body, name: 'Өөр' }, key);
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_conflict']);
  });

  it.each([
    ['no name', { reg_no: '1' }],
    ['a name of one letter and spaces', { reg_no: '1', name: ' a  ' }],
    ['a name with a control character', { reg_no: '1', name: 'ab\u0000c' }],
    ['a register number with a space', { reg_no: '1 2', name: 'Нэр' }],
    ['a register number that ends with a hyphen', { reg_no: '6000011-', name: 'Нэр' }],
    ['a register number that begins with a hyphen', { reg_no: '-6000011', name: 'Нэр' }],
    ['a register number in groups', { reg_no: '600-0011', name: 'Нэр' }],
    ['a register number in other digits', { reg_no: '٦٠٠٠٠١١', name: 'Нэр' }],
    ['a register number in two alphabets', { reg_no: 'АB12', name: 'Нэр' }],
    ['a register number of 41 characters', { reg_no: '1'.repeat(41), name: 'Нэр' }],
    ['a name of 201 characters', { reg_no: '1', name: 'н'.repeat(201) }],
    ['an attempt to set verified', { reg_no: '1', name: 'Нэр', verified: true }],
    [
      'an attempt to name another creator',
      { reg_no: '1', name: 'Нэр', created_by: '11111111-2222-4333-8444-555555555555' },
    ],
  ])('answers 422 to %s', async (_what, body) => {
    expect((await call(owner, 'POST', '/org', body)).status).toBe(422);
  });
});

describe('org.list and org.one', () => {
  it('list each person’s organisations with their role, and no others', async () => {
    for (const [who, role] of [
      [admin, 'admin'],
      [member, 'member'],
    ] as const) {
      const { data } = (await call(who, 'GET', '/org/')).body;
      expect([data.total, data.items.map((org: { id: string }) => org.id)]).toEqual([1, [orgId]]);
      expect(data.items[0].my_role).toBe(role);
    }
    const theirs = (await call(stranger, 'GET', '/org')).body.data.items;
    expect(theirs.map((org: { id: string }) => org.id)).not.toContain(orgId);
  });

  it('answer 404 to non-members, including platform administrators', async () => {
    for (const path of [`/org/${orgId}`, `/org/${orgId}/members`])
      expect((await call(stranger, 'GET', path)).status).toBe(404);
    const citizen = await phone.citizen(/^ordinary/, 4);
    const { userId } = await signIn(server, phone, citizen);
    await changeAsSystem(server, world.clock.now(), (tx) => setRole(tx, userId, 2));
    world.clock.advance(1);
    const staff = await signIn(server, phone, citizen);
    expect((await call(staff, 'GET', `/org/${orgId}`)).status).toBe(404);
    const body = { user_id: staff.userId, role: 'owner' };
    expect((await call(staff, 'POST', `/org/${orgId}/members`, body)).status).toBe(404);
    expect((await call(staff, 'GET', '/org')).body.data).toEqual({ items: [], total: 0 });
  });

  it('need a session, and answer 404 to a malformed id', async () => {
    expect((await createCaller(server.url).get(`/api/v1/org/${orgId}`)).status).toBe(401);
    expect((await call(owner, 'GET', '/org/nonsense')).status).toBe(404);
  });
});

describe('org.members', () => {
  it('lists members by name and no other personal data', async () => {
    const { data } = (await call(member, 'GET', `/org/${orgId}/members`)).body;
    const citizen = await phone.citizen(/^ordinary/, 1);
    expect(data.total).toBe(3);
    expect(data.items).toContainEqual({
      org_id: orgId,
      user_id: admin.userId,
      role: 'admin',
      full_name: `${citizen.surname} ${citizen.given_name}`,
      email: '',
      created_at: expect.any(String),
      named_since: null,
      checked_at: null,
      appointed_by: '',
      appointed_at: null,
    });
    expect(JSON.stringify(data)).not.toContain(citizen.national_id);
  });

  it('answers 403 to every change by an ordinary member, also of themselves', async () => {
    const answers = [
      await call(member, 'POST', `/org/${orgId}/members`, { user_id: stranger.userId }),
      await call(member, 'PUT', `/org/${orgId}/members/${admin.userId}`, { role: 'member' }),
      await call(member, 'PUT', `/org/${orgId}/members/${member.userId}`, { role: 'owner' }),
      await call(member, 'DELETE', `/org/${orgId}/members/${admin.userId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await roleOf(orgId, admin)).toBe('admin');
  });

  it('answers 404 to every change by a stranger', async () => {
    const path = `/org/${orgId}/members/${member.userId}`;
    const answers = [
      await call(stranger, 'POST', `/org/${orgId}/members`, { user_id: stranger.userId }),
      await call(stranger, 'PUT', path, { role: 'admin' }),
      await call(stranger, 'DELETE', path),
      await call(stranger, 'DELETE', `/org/${orgId}/members/${stranger.userId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('lets an administrator invite, change and remove, but not grant ownership', async () => {
    const org = await organisationOf(owner);
    await join(org, admin, 'admin');
    const path = `/org/${org}/members`;
    expect((await call(admin, 'POST', path, { user_id: stranger.userId, role: 'owner' })).status).toBe(403);
    await joinOrganisation(server, org, admin, stranger, 'admin');
    for (const target of [stranger, admin]) {
      const refused = await call(admin, 'PUT', `${path}/${target.userId}`, { role: 'owner' });
      expect([refused.status, refused.body.error]).toEqual([409, 'acceptance_needed']);
    }
    const changed = await call(admin, 'PUT', `${path}/${stranger.userId}`, { role: 'member' });
    expect([changed.status, changed.body.data.role]).toEqual([200, 'member']);
    expect((await call(admin, 'DELETE', `${path}/${stranger.userId}`)).status).toBe(200);
    expect(await roleOf(org, stranger)).toBeUndefined();
    expect((await call(stranger, 'GET', `/org/${org}`)).status).toBe(404);
  });

  it('requires acceptance for ownership, and protects owners from changes and removal', async () => {
    const org = await organisationOf(owner);
    await join(org, admin, 'admin');
    await join(org, member, 'member');
    const path = `/org/${org}/members`;
    const imposed = await call(owner, 'PUT', `${path}/${member.userId}`, { role: 'owner' });
    expect([imposed.status, imposed.body.error]).toEqual([409, 'acceptance_needed']);
    await join(org, member, 'owner');
    for (const [who, target] of [
      [owner, member],
      [admin, owner],
      [member, owner],
    ] as const) {
      const put = await call(who, 'PUT', `${path}/${target.userId}`, { role: 'member' });
      const removal = await call(who, 'DELETE', `${path}/${target.userId}`);
      expect([put.status, put.body.error]).toEqual([400, 'owner_protected']);
      expect([removal.status, removal.body.error]).toEqual([400, 'owner_protected']);
    }
    expect([await roleOf(org, owner), await roleOf(org, member)]).toEqual(['owner', 'owner']);
  });

  it('lets anyone leave, and an owner only while another owner remains', async () => {
    const org = await organisationOf(owner);
    await join(org, member, 'member');
    const leave = (who: SignedIn) => call(who, 'DELETE', `/org/${org}/members/${who.userId.toUpperCase()}`);
    const left = await leave(member);
    expect(left.status).toBe(200);
    expect(await eventsOf(left.body.request_id)).toMatchObject([
      { action: 'organisations.member.removed', metadata: { self: true } },
    ]);
    expect((await call(member, 'GET', `/org/${org}`)).status).toBe(404);
    const last = await leave(owner);
    expect([last.status, last.body.error]).toEqual([400, 'last_owner']);
    await join(org, admin, 'owner');
    // Concurrent: one of them stays.
    const answers = await Promise.all([leave(owner), leave(admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('answers 404 for a person who is no member, and rejects an unknown role', async () => {
    const path = `/org/${orgId}/members/${stranger.userId}`;
    expect((await call(owner, 'PUT', path, { role: 'member' })).status).toBe(404);
    expect((await call(owner, 'DELETE', path)).status).toBe(404);
    expect((await call(owner, 'PUT', path, { role: 'king' })).status).toBe(422);
  });
});
