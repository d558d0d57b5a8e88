import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../test/citizens.ts';
import { callAs, errorOf, openPlatform, type Platform } from './test/people.ts';

/** Granting and removing power needs a recent proof of identity. */

let platform: Platform;
const people = {} as Record<'superadmin' | 'admin', SignedIn>;
let clerkId: number;

beforeAll(async () => {
  platform = await openPlatform();
  clerkId = await platform.makeRole('clerk', ['users.manage']);
  for (const role of ['superadmin', 'admin'] as const) people[role] = await platform.personAs(role);
});
afterAll(() => platform.world.close());

type Who = keyof typeof people;
const as = (who: Who) => callAs(platform.server, people[who]);
const query = (text: string, values: unknown[] = []) => platform.world.database.query(text, values);

/** Sets the age of the sign-in, and of the second factor where one was given. */
async function age(who: Who, minutes: number): Promise<void> {
  const at = new Date(platform.clock.now().getTime() - minutes * 60_000);
  const { userId } = people[who];
  await query('update sessions set created_at = $2 where user_id = $1', [userId, at]);
  await query('update superadmin_mfa_proofs set proven_at = $2 where user_id = $1', [userId, at]);
}

let registered = 0;
const register = () => `ББ${30_000_000 + ++registered}`;
const roleOf = (id: string) => `/admin/users/${id}/role`;

/** Every endpoint that grants or removes power. */
const moves: Record<string, (who: Who) => Promise<Awaited<ReturnType<ReturnType<typeof callAs>['put']>>>> = {
  'register a manager': (who) => as(who).post('/admin/users', { register: register(), role_id: 3 }),
  'register an officer': (who) =>
    as(who).post('/admin/users', { register: register(), role_id: 5, authorities: ['*'] }),
  'make an officer': async (who) =>
    as(who).put(roleOf(await platform.plant('user')), { role_id: 5, authorities: ['*'] }),
  'give a custom role with more permissions than a citizen': async (who) =>
    as(who).put(roleOf(await platform.plant('user')), { role_id: clerkId }),
  'take the role of a manager': async (who) =>
    as(who).put(roleOf(await platform.plant('manager')), { role_id: 4 }),
  'give a manager authorities': async (who) =>
    as(who).put(`/admin/users/${await platform.plant('manager')}/authorities`, { authorities: ['*'] }),
  'disable a manager': async (who) =>
    as(who).put(`/admin/users/${await platform.plant('manager')}/active`, { active: false }),
  'delete an officer': async (who) => as(who).remove(`/admin/users/${await platform.plant('officer')}`),
  'give every clerk a permission': (who) =>
    as(who).put(`/rbac/roles/${clerkId}/permissions`, { permissions: ['users.manage', 'registry.view'] }),
};

describe.each(['admin', 'superadmin'] as const)('%s', (who) => {
  const method = who === 'admin' ? 'eid' : 'code';

  it.each(Object.keys(moves))('may %s only with a proof younger than 15 minutes', async (what) => {
    const move = moves[what];
    if (move === undefined) throw new Error(what);
    await age(who, 15);
    const refused = await move(who);
    expect(errorOf(refused)).toEqual([403, 'step_up_required']);
    expect(refused.body.data.method).toBe(method);
    expect(typeof refused.body.data.mfa_token).toBe(who === 'admin' ? 'undefined' : 'string');
    await age(who, 14);
    expect((await move(who)).status).toBeLessThan(300);
    await query(`delete from role_permissions where role_id = $1 and permission = 'registry.view'`, [
      clerkId,
    ]);
  });

  it('needs a proof to send a manager request to a phone, and none to poll the answer', async () => {
    const person = await platform.phone.citizen(/^ordinary/, who === 'admin' ? 5 : 6);
    const { userId } = await platform.personAs('user', person);
    await age(who, 15);
    expect(errorOf(await as(who).put(roleOf(userId), { role_id: 3 }))).toEqual([403, 'step_up_required']);
    const asked = () => query('select from role_approvals where user_id = $1', [userId]);
    expect(await asked()).toHaveLength(0);
    await age(who, 1);
    expect((await as(who).put(roleOf(userId), { role_id: 3 })).status).toBe(202);
    await age(who, 15);
    expect((await as(who).put(roleOf(userId), { role_id: 3 })).status).toBe(202);
    expect(await asked()).toHaveLength(1);
  });

  it('needs no proof for changes that move no power', async () => {
    await age(who, 15);
    const citizen = await platform.plant('user');
    for (const answer of [
      await as(who).post('/admin/users', { register: register() }),
      await as(who).put(roleOf(citizen), { role_id: 4 }),
      await as(who).put(`/admin/users/${citizen}/active`, { active: false }),
      await as(who).put(`/admin/users/${await platform.plant('manager')}`, { ge_id: register().slice(2) }),
      await as(who).put('/rbac/roles/3', { name: 'Manager', description: 'Helps people' }),
      await as(who).remove(`/admin/users/${citizen}`),
    ])
      expect(answer.status).toBeLessThan(300);
  });
});

it('a session from a social account or an upstream provider never counts as a proof', async () => {
  const target = await platform.plant('manager');
  for (const [method, offered] of [
    ['social', 'eid'],
    ['sso', 'none'],
  ]) {
    await age('admin', 0);
    await query('update sessions set method = $2 where user_id = $1', [people.admin.userId, method]);
    const refused = await as('admin').put(roleOf(target), { role_id: 4 });
    expect([...errorOf(refused), refused.body.data.method]).toEqual([403, 'step_up_required', offered]);
  }
  await query(`update sessions set method = 'eid' where user_id = $1`, [people.admin.userId]);
});

it('records each requested proof in the audit log', async () => {
  await age('admin', 15);
  const refused = await as('admin').put(roleOf(await platform.plant('manager')), { role_id: 4 });
  expect(
    await query('select action from audit_log where request_id = $1', [refused.body.request_id]),
  ).toEqual([{ action: 'superadmin.mfa.asked_again' }]);
});
