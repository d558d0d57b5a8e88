import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type Phone, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setRole } from '../users/index.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

async function permissionsAs(roleId: number) {
  const citizen = await phone.citizen();
  const { userId } = await signIn(server, phone, citizen);
  await changeAsSystem(server, world.clock.now(), (tx) => setRole(tx, userId, roleId));
  world.clock.advance(1);
  const { token } = await signIn(server, phone, citizen);
  return (await createCaller(server.url).get('/api/v1/rbac/me', { token })).body.data;
}

describe('rbac.me', () => {
  it('gives a citizen the overview and their own data', async () => {
    expect(await permissionsAs(4)).toEqual({
      role: 'user',
      role_id: 4,
      permissions: ['dashboard.view', 'personal.view'],
    });
  });

  it('gives a manager the management pages, people and applications', async () => {
    expect(await permissionsAs(3)).toEqual({
      role: 'manager',
      role_id: 3,
      permissions: ['dashboard.view', 'gov.review', 'manager.view', 'users.manage'],
    });
  });

  it('gives an administrator every permission without a grant row', async () => {
    const all = await world.database.query<{ key: string }>('select key from permissions');
    const mine = await permissionsAs(2);
    expect(mine).toMatchObject({ role: 'admin', role_id: 2 });
    expect(mine.permissions).toEqual(all.map(({ key }) => key).sort());
    expect(await world.database.query('select * from role_permissions where role_id <= 2')).toEqual([]);
  });

  it('gives a registrar the registry, and an auditor the audit log alone', async () => {
    expect((await permissionsAs(6)).permissions).toEqual([
      'dashboard.view',
      'personal.view',
      'registry.manage',
      'registry.view',
    ]);
    expect(await permissionsAs(7)).toEqual({ role: 'auditor', role_id: 7, permissions: ['audit.view'] });
  });

  it('gives a custom role exactly its granted permissions', async () => {
    await world.database.query(`insert into roles (id, key, name) values (101, 'reader', 'Reader')`);
    await world.database.query(`insert into role_permissions values (101, 'registry.view')`);
    expect(await permissionsAs(101)).toEqual({
      role: 'reader',
      role_id: 101,
      permissions: ['registry.view'],
    });
    await world.database.query(`insert into roles (id, key, name) values (102, 'guest', 'Guest')`);
    expect((await permissionsAs(102)).permissions).toEqual([]);
  });

  it('needs a signed-in person', async () => {
    expect((await createCaller(server.url).get('/api/v1/rbac/me')).status).toBe(401);
  });
});
