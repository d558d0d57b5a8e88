import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSettler } from '../../../test/bus.ts';
import { type Answer, callUntil } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import type { TestServer } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { callAs, errorOf, openPlatform, type Platform } from '../administration/test/people.ts';

let platform: Platform;
let second: TestServer;
let admin: ReturnType<typeof callAs>;
let keeper: ReturnType<typeof callAs>;
let keeperPerson: SignedIn;
let keeperRoleId: number;

beforeAll(async () => {
  platform = await openPlatform();
  second = await platform.startServer();
  admin = callAs(platform.server, await platform.personAs('admin'));
  keeperRoleId = await platform.makeRole('keeper', ['roles.manage', 'registry.view']);
  keeperPerson = await platform.personAs('keeper');
  keeper = callAs(platform.server, keeperPerson);
});
afterAll(() => platform.world.close());

let made = 0;
async function newRole(permissions: string[] = []): Promise<{ id: number; key: string; name: string }> {
  made += 1;
  const answer = await admin.post('/rbac/roles', { name: `Role ${made}`, permissions });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const eventsOf = (answer: Answer) =>
  platform.world.database.query('select action, target, metadata from audit_log where request_id = $1', [
    answer.body.request_id,
  ]);
const roleOf = async (id: number) =>
  (await admin.get('/rbac/roles')).body.data.items.find((role: { id: number }) => role.id === id);

describe('rbac.roles.list, rbac.permissions.list', () => {
  it('lists every role with its permissions, the two highest with all permissions', async () => {
    const { items: permissions, total } = (await admin.get('/rbac/permissions')).body.data;
    expect(total).toBe(permissions.length);
    expect(permissions).toContainEqual({
      key: 'gov.review',
      label: expect.any(String),
      category: 'management',
    });
    const all = permissions.map(({ key }: { key: string }) => key).sort();
    const { items } = (await admin.get('/rbac/roles')).body.data;
    expect(items.slice(0, 4)).toEqual([
      expect.objectContaining({ id: 1, key: 'superadmin', is_system: true, permissions: all }),
      expect.objectContaining({ id: 2, key: 'admin', is_system: true, permissions: all }),
      expect.objectContaining({
        id: 3,
        key: 'manager',
        permissions: ['dashboard.view', 'gov.review', 'manager.view', 'users.manage'],
      }),
      expect.objectContaining({ id: 4, key: 'user', permissions: ['dashboard.view', 'personal.view'] }),
    ]);
    expect(await roleOf(keeperRoleId)).toMatchObject({
      is_system: false,
      permissions: ['registry.view', 'roles.manage'],
    });
  });

  it('needs the right to manage roles: a manager and a citizen can neither read nor write', async () => {
    const others = [await platform.personAs('manager'), await platform.personAs('user')];
    for (const caller of others.map((person) => callAs(platform.server, person)))
      for (const answer of [
        await caller.get('/rbac/roles'),
        await caller.get('/rbac/permissions'),
        await caller.post('/rbac/roles', { name: 'Mine' }),
        await caller.put('/rbac/roles/4', { name: 'Mine' }),
        await caller.put('/rbac/roles/4/permissions', { permissions: [] }),
        await caller.remove(`/rbac/roles/${keeperRoleId}`),
      ])
        expect(errorOf(answer)).toEqual([403, 'forbidden']);
  });
});

describe('rbac.roles.create', () => {
  it('creates a role and records it in the audit log', async () => {
    const answer = await admin.post('/rbac/roles', {
      name: 'Registrar',
      key: 'keeper_of_registry',
      description: 'Keeps the registry',
      permissions: ['registry.view', 'registry.manage', 'registry.view'],
    });
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        key: 'keeper_of_registry',
        name: 'Registrar',
        description: 'Keeps the registry',
        is_system: false,
        permissions: ['registry.manage', 'registry.view'],
      },
    ]);
    expect(answer.body.data.id).toBeGreaterThan(4);
    expect(await eventsOf(answer)).toEqual([
      {
        action: 'rbac.role.create',
        target: String(answer.body.data.id),
        metadata: { key: 'keeper_of_registry', permissions: ['registry.manage', 'registry.view'] },
      },
    ]);
  });

  it.each([
    ['Бүртгэлийн ажилтан', 'burtgeliin_ajiltan'],
    ['  Өвөрхангай-2: Шүүгч!', 'uvurkhangai_2_shuugch'],
    ['Ünïté', 'unite'],
  ])('derives the key from %s', async (name, key) => {
    expect((await admin.post('/rbac/roles', { name })).body.data).toMatchObject({ name, key });
  });

  it('requires a key if the name gives none', async () => {
    const nameless = await admin.post('/rbac/roles', { name: '登記官' });
    expect(errorOf(nameless)).toEqual([422, 'key_required']);
    expect(nameless.body.data.errors).toMatchObject([{ field: 'key', tag: 'key_required' }]);
  });

  it('rejects a taken key, also of a system role', async () => {
    const { key } = await newRole();
    for (const taken of [key, 'superadmin', 'admin', 'manager'])
      expect(errorOf(await admin.post('/rbac/roles', { name: 'Again', key: taken }))).toEqual([
        409,
        'conflict',
      ]);
  });

  it('rejects an unknown permission and creates nothing', async () => {
    const answer = await admin.post('/rbac/roles', {
      name: 'Ghost',
      permissions: ['registry.view', 'ghost'],
    });
    expect(errorOf(answer)).toEqual([400, 'unknown_permission']);
    const { items } = (await admin.get('/rbac/roles')).body.data;
    expect(items.map(({ key }: { key: string }) => key)).not.toContain('ghost');
  });

  it('replays the first answer for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'role-once' };
    const first = await admin.post('/rbac/roles', { name: 'Once' }, { headers });
    const again = await admin.post('/rbac/roles', { name: 'Once' }, { headers });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    const other = await admin.post('/rbac/roles', { name: 'Twice' }, { headers });
    expect(errorOf(other)).toEqual([409, 'idempotency_conflict']);
  });

  it.each([
    ['no name', {}],
    ['a name of one letter', { name: 'x' }],
    ['a name of spaces', { name: '   ' }],
    ['a long name', { name: 'x'.repeat(51) }],
    ['a key with capitals', { name: 'Fine', key: 'Admin' }],
    ['a long key', { name: 'Fine', key: 'x'.repeat(41) }],
    ['a long description', { name: 'Fine', description: 'x'.repeat(201) }],
    ['is_system', { name: 'Fine', is_system: true }],
    ['an id', { name: 'Fine', id: 1 }],
    ['permissions that are no list', { name: 'Fine', permissions: 'users.manage' }],
  ])('answers 422 to %s', async (_what, body) => {
    expect(errorOf(await admin.post('/rbac/roles', body))).toEqual([422, 'validation_failed']);
  });
});

describe('rbac.roles.change, rbac.roles.permissions.set', () => {
  it('renames, keeps the permissions if the list is absent and clears them if it is empty', async () => {
    const { id, key } = await newRole(['registry.view']);
    const renamed = await admin.put(`/rbac/roles/${id}`, { name: 'Renamed', description: 'Newly told' });
    expect([renamed.status, renamed.body.data]).toEqual([
      200,
      {
        id,
        key,
        name: 'Renamed',
        description: 'Newly told',
        is_system: false,
        permissions: ['registry.view'],
      },
    ]);
    expect(await eventsOf(renamed)).toEqual([
      { action: 'rbac.role.update', target: String(id), metadata: { key } },
    ]);
    const cleared = await admin.put(`/rbac/roles/${id}`, { name: 'Renamed', permissions: [] });
    expect(cleared.body.data).toMatchObject({ description: 'Newly told', permissions: [] });
    expect(await eventsOf(cleared)).toEqual([
      {
        action: 'rbac.role.permissions.set',
        target: String(id),
        metadata: { key, added: [], removed: ['registry.view'] },
      },
    ]);
    const same = await admin.put(`/rbac/roles/${id}`, { name: 'Renamed', permissions: [] });
    expect([same.status, await eventsOf(same)]).toEqual([200, []]);
  });

  it('replaces the whole list', async () => {
    const { id, key } = await newRole(['registry.view', 'relay.view']);
    const answer = await admin.put(`/rbac/roles/${id}/permissions`, {
      permissions: ['relay.view', 'relay.manage'],
    });
    expect(answer.body.data.permissions).toEqual(['relay.manage', 'relay.view']);
    expect(await eventsOf(answer)).toEqual([
      {
        action: 'rbac.role.permissions.set',
        target: String(id),
        metadata: { key, added: ['relay.manage'], removed: ['registry.view'] },
      },
    ]);
    const unknown = await admin.put(`/rbac/roles/${id}/permissions`, { permissions: ['ghost'] });
    expect(errorOf(unknown)).toEqual([400, 'unknown_permission']);
    expect((await roleOf(id)).permissions).toEqual(['relay.manage', 'relay.view']);
  });

  it('never changes the key of a role or its system flag', async () => {
    const { id } = await newRole();
    for (const extra of [{ key: 'other' }, { is_system: true }])
      expect(errorOf(await admin.put(`/rbac/roles/${id}`, { name: 'Other', ...extra }))).toEqual([
        422,
        'validation_failed',
      ]);
  });

  it('keeps the permissions of system roles, and lets an administrator rename them', async () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7]) {
      const before = await roleOf(id);
      for (const permissions of [[], ['dashboard.view'], before.permissions])
        for (const answer of [
          await admin.put(`/rbac/roles/${id}/permissions`, { permissions }),
          await admin.put(`/rbac/roles/${id}`, { name: 'Other', permissions }),
        ])
          expect(errorOf(answer)).toEqual([409, 'system_role']);
      expect(await roleOf(id)).toEqual(before);
      const renamed = await admin.put(`/rbac/roles/${id}`, { name: `Administrator ${id}` });
      expect(renamed.body.data).toMatchObject({ name: `Administrator ${id}`, key: before.key });
    }
  });

  it('answers 404 for an unknown or malformed role id', async () => {
    for (const id of ['99999', '0', '-1', 'admin', '4294967297', '1.5'])
      for (const answer of [
        await admin.put(`/rbac/roles/${id}`, { name: 'Other' }),
        await admin.put(`/rbac/roles/${id}/permissions`, { permissions: [] }),
        await admin.remove(`/rbac/roles/${id}`),
      ])
        expect(errorOf(answer)).toEqual([404, 'not_found']);
  });
});

describe('a role manager who is not an administrator', () => {
  const beyond = ['registry.view', 'users.manage'];

  it('cannot grant a permission that they do not hold', async () => {
    const { id } = await newRole();
    for (const answer of [
      await keeper.post('/rbac/roles', { name: 'Stronger', permissions: beyond }),
      await keeper.put(`/rbac/roles/${id}`, { name: 'Stronger', permissions: beyond }),
      await keeper.put(`/rbac/roles/${id}/permissions`, { permissions: beyond }),
    ])
      expect(errorOf(answer)).toEqual([403, 'role_protected']);
    expect((await roleOf(id)).permissions).toEqual([]);
  });

  it('cannot take away a permission that they do not hold', async () => {
    const { id } = await newRole(beyond);
    for (const answer of [
      await keeper.put(`/rbac/roles/${id}`, { name: 'Weaker', permissions: ['registry.view'] }),
      await keeper.put(`/rbac/roles/${id}/permissions`, { permissions: [] }),
    ])
      expect(errorOf(answer)).toEqual([403, 'role_protected']);
    expect((await roleOf(id)).permissions).toEqual(beyond);
  });

  it('grants what they hold, and keeps what others granted', async () => {
    const { id } = await newRole(['users.manage']);
    const answer = await keeper.put(`/rbac/roles/${id}/permissions`, { permissions: beyond });
    expect([answer.status, answer.body.data.permissions]).toEqual([200, beyond]);
    const created = await keeper.post('/rbac/roles', { name: 'Weaker', permissions: ['registry.view'] });
    expect(created.status).toBe(201);
  });

  it('cannot change their own role or the two highest roles', async () => {
    for (const id of [keeperRoleId, 1, 2])
      for (const answer of [
        await keeper.put(`/rbac/roles/${id}`, { name: 'Mine' }),
        await keeper.put(`/rbac/roles/${id}/permissions`, { permissions: [] }),
      ])
        expect(errorOf(answer)).toEqual([403, 'role_protected']);
    expect(errorOf(await keeper.remove(`/rbac/roles/${keeperRoleId}`))).toEqual([403, 'role_protected']);
  });
});

describe('rbac.roles.delete', () => {
  it('deletes a role without holders, with its grants', async () => {
    const { id, key } = await newRole(['registry.view']);
    const answer = await keeper.remove(`/rbac/roles/${id}`);
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect(await eventsOf(answer)).toEqual([
      { action: 'rbac.role.delete', target: String(id), metadata: { key } },
    ]);
    expect(await roleOf(id)).toBeUndefined();
    expect(errorOf(await admin.remove(`/rbac/roles/${id}`))).toEqual([404, 'not_found']);
  });

  it('keeps system roles and roles with holders, for every caller', async () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7])
      for (const caller of [admin, keeper])
        expect(errorOf(await caller.remove(`/rbac/roles/${id}`))).toEqual([409, 'system_role']);
    const { id, key } = await newRole();
    await platform.plant(key);
    for (const caller of [admin, keeper])
      expect(errorOf(await caller.remove(`/rbac/roles/${id}`))).toEqual([409, 'role_in_use']);
  });
});

describe('a change of a role', () => {
  it('reaches every instance within a second', async () => {
    const { id, key } = await newRole();
    await platform.become(keeperPerson.userId, key);
    const servers = [platform.server, second];
    const settlers = servers.map((server) => createSettler(platform.world, server));
    let quickestMs = Number.POSITIVE_INFINITY;
    const askEverywhere = async () => {
      const beganMs = performance.now();
      await Promise.all(settlers.map((settle) => settle()));
      quickestMs = Math.min(quickestMs, performance.now() - beganMs);
      return Promise.all(
        servers.map(async (server) => (await callAs(server, keeperPerson).get('/rbac/permissions')).status),
      );
    };
    expect(await askEverywhere()).toEqual([403, 403]);
    await admin.put(`/rbac/roles/${id}/permissions`, { permissions: ['roles.manage'] });
    expect(await askEverywhere()).toEqual([200, 200]);
    await admin.put(`/rbac/roles/${id}`, { name: 'Emptied', permissions: [] });
    expect(await askEverywhere()).toEqual([403, 403]);
    // A busy machine only delays a change, so the quickest shows the limit.
    await until(async () => quickestMs < 1000 || (await askEverywhere()).length === 0);
    await platform.become(keeperPerson.userId, 'keeper');
    await callUntil(200, () => callAs(platform.server, keeperPerson).get('/rbac/permissions'));
  });

  it('waits for a concurrent change of the same role and builds on its result', async () => {
    const { id } = await newRole();
    const wanted = [['registry.view'], ['relay.view'], ['registry.view', 'relay.view'], [], ['relay.view']];
    const answers = await Promise.all(
      wanted.map((permissions) => admin.put(`/rbac/roles/${id}/permissions`, { permissions })),
    );
    expect(answers.map(({ status, body }) => [status, body.data.permissions])).toEqual(
      wanted.map((permissions) => [200, permissions]),
    );
  });

  it('is serialized with granting it: a deleted role has no holders', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newRole();
      const person = await platform.plant('user');
      const [given, deleted] = await Promise.all([
        admin.put(`/admin/users/${person}/role`, { role_id: id }),
        admin.remove(`/rbac/roles/${id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([given.status, deleted.status]);
    }
  });
});

describe('two people change one role', () => {
  it('gives no permission back that was taken away meanwhile', async () => {
    const { id, name } = await newRole(['audit.view', 'registry.view']);
    const { description, permissions } = await roleOf(id);
    const expected = { name, description, permissions };
    expect(
      (await admin.put(`/rbac/roles/${id}`, { name, permissions: ['registry.view'], expected })).status,
    ).toBe(200);
    const stale = { name, description: 'Looks', permissions, expected };
    const refused = await admin.put(`/rbac/roles/${id}`, stale);
    expect(errorOf(refused)).toEqual([409, 'changed_meanwhile']);
    expect(refused.body.data).toMatchObject({
      changed: ['permissions'],
      current: { permissions: ['registry.view'] },
    });
    const list = await admin.put(`/rbac/roles/${id}/permissions`, { permissions, expected: { permissions } });
    expect(errorOf(list)).toEqual([409, 'changed_meanwhile']);
    expect(await roleOf(id)).toMatchObject({ description, permissions: ['registry.view'] });
    expect(errorOf(await keeper.put('/rbac/roles/999999', { name, expected }))).toEqual([404, 'not_found']);
  });
});
