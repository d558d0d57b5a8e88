import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../test/citizens.ts';
import { callAs, errorOf, openPlatform, type Platform } from './test/people.ts';

/** Every kind of actor tries every change on every kind of account. */

const roles = ['superadmin', 'admin', 'manager', 'officer', 'clerk', 'reviewer', 'chief', 'user'] as const;
type Role = (typeof roles)[number];

/** Custom roles: clerk < reviewer < manager; chief holds a permission that no manager holds. */
const custom = {
  clerk: ['users.manage'],
  reviewer: ['users.manage', 'gov.review'],
  chief: ['users.manage', 'settings.manage'],
};

const everybodyElse: readonly Role[] = ['manager', 'officer', 'clerk', 'reviewer', 'chief', 'user'];
/** Accounts each role may change. */
const below: Record<Role, readonly Role[]> = {
  superadmin: ['admin', ...everybodyElse],
  admin: everybodyElse,
  manager: ['clerk', 'reviewer', 'user'],
  officer: [],
  reviewer: ['clerk', 'user'],
  chief: ['clerk', 'user'],
  clerk: ['user'],
  user: [],
};
/** Roles each role may grant; only administrators grant manager and officer. */
const grants: Record<Role, readonly Role[]> = {
  superadmin: ['admin', ...everybodyElse],
  admin: everybodyElse,
  manager: ['clerk', 'reviewer', 'user'],
  officer: [],
  reviewer: ['clerk', 'reviewer', 'user'],
  chief: ['clerk', 'chief', 'user'],
  clerk: ['clerk', 'user'],
  user: [],
};

let platform: Platform;
const people = {} as Record<Role, SignedIn>;
const ids = {} as Record<Role, number>;

beforeAll(async () => {
  platform = await openPlatform();
  for (const [key, permissions] of Object.entries(custom)) await platform.makeRole(key, permissions);
  for (const { id, key } of await platform.world.database.query<{ id: number; key: Role }>(
    'select id, key from roles',
  ))
    ids[key] = id;
  for (const key of roles) people[key] = await platform.personAs(key);
});
afterAll(() => platform.world.close());

const as = (role: Role) => callAs(platform.server, people[role]);
const outcome = (status: number) => (status === 403 ? 'refused' : status < 300 ? 'done' : `${status}`);
/** The error code of every refusal: citizens and officers are rejected before the rank rules. */
const refusalOf = (role: Role) => [
  403,
  role === 'user' || role === 'officer' ? 'forbidden' : 'role_protected',
];
const given = (role: Role) => ({
  role_id: ids[role],
  ...(role === 'officer' ? { authorities: ['*'] } : {}),
});

const refusedNumber = (isAdministrator: boolean) => [isAdministrator ? 'role_protected' : 'forbidden'];

type Attempt = (actor: Role, id: string) => ReturnType<ReturnType<typeof callAs>['put']>;
const attempts: Record<string, Attempt> = {
  'disable it': (actor, id) => as(actor).put(`/admin/users/${id}/active`, { active: false }),
  'delete it': (actor, id) => as(actor).remove(`/admin/users/${id}`),
  'make it a citizen': (actor, id) => as(actor).put(`/admin/users/${id}/role`, { role_id: 4 }),
};

describe.each(roles)('%s', (actor) => {
  it.each(Object.keys(attempts))('may %s only for an account of lower rank', async (what) => {
    const seen: Record<string, string> = {};
    for (const target of roles) {
      const answer = await attempts[what]?.(actor, await platform.plant(target));
      if (answer?.status === 403) expect(errorOf(answer)).toEqual(refusalOf(actor));
      seen[target] = outcome(answer?.status ?? 0);
    }
    expect(seen).toEqual(
      Object.fromEntries(roles.map((role) => [role, below[actor].includes(role) ? 'done' : 'refused'])),
    );
  });

  it('may set the citizen number of an account of lower rank only as an administrator', async () => {
    const may = actor === 'admin' || actor === 'superadmin';
    for (const target of roles) {
      const id = await platform.plant(target);
      const answer = await as(actor).put(`/admin/users/${id}`, { ge_id: id });
      const wanted = may && below[actor].includes(target) ? [200, undefined] : [403, ...refusedNumber(may)];
      expect([target, ...errorOf(answer)]).toEqual([target, ...wanted]);
    }
  });

  it('may grant only the roles below their own', async () => {
    const seen: Record<string, string> = {};
    for (const role of roles) {
      const answer = await as(actor).put(`/admin/users/${await platform.plant('user')}/role`, given(role));
      // A planted account has no eID, so the error "no eID" means that the rank rules passed.
      seen[role] = answer.status === 400 ? 'done' : outcome(answer.status);
    }
    expect(seen).toEqual(
      Object.fromEntries(roles.map((role) => [role, grants[actor].includes(role) ? 'done' : 'refused'])),
    );
  });

  it('may register people only with those roles', async () => {
    const seen: Record<string, string> = {};
    for (const [at, role] of roles.entries()) {
      const register = `АА${10_000_000 + roles.indexOf(actor) * 100 + at}`;
      const answer = await as(actor).post('/admin/users', { register, ...given(role) });
      if (answer.status === 403) expect(errorOf(answer)).toEqual(refusalOf(actor));
      seen[role] = outcome(answer.status);
    }
    expect(seen).toEqual(
      Object.fromEntries(roles.map((role) => [role, grants[actor].includes(role) ? 'done' : 'refused'])),
    );
  });

  it('cannot change their own account', async () => {
    const own = `/admin/users/${people[actor].userId}`;
    for (const answer of [
      await as(actor).put(`${own}/role`, { role_id: 4 }),
      await as(actor).put(`${own}/role`, { role_id: 3 }),
      await as(actor).put(`${own}/role`, { role_id: 2 }),
      await as(actor).put(`${own}/active`, { active: false }),
      await as(actor).remove(own),
    ])
      expect(errorOf(answer)).toEqual(refusalOf(actor));
    expect((await as(actor).get('/users/me')).body.data.user).toMatchObject({ role: actor, active: true });
  });
});

describe('a refused change', () => {
  it('leaves no change and no audit entry', async () => {
    const target = await platform.plant('superadmin', { first_name: 'Untouched' });
    const row = async () =>
      (await platform.world.database.query('select * from users where id = $1', [target]))[0];
    const before = await row();
    for (const actor of roles) for (const attempt of Object.values(attempts)) await attempt(actor, target);
    expect(await row()).toEqual(before);
    expect(
      await platform.world.database.query('select from audit_log where target = $1', [target]),
    ).toHaveLength(0);
  });

  it('is refused for a former administrator too', async () => {
    const target = await platform.plant('manager');
    await platform.become(people.admin.userId, 'user');
    await expect
      .poll(async () => errorOf(await as('admin').remove(`/admin/users/${target}`)))
      .toEqual([403, 'forbidden']);
    await platform.become(people.admin.userId, 'admin');
  });
});
