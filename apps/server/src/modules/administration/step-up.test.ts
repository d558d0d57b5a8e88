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

const application = {
  name: 'Жишээ',
  app_type: 'web',
  redirect_uris: ['https://app.example.mn/callback'],
};
async function plantApplication(options: object): Promise<string> {
  const id = `app-planted-${++registered}`;
  await query(
    `insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris,
       post_logout_redirect_uris, tags, enabled, options, limit_per_minute, limit_burst, created_at)
     values ($1, 'Жишээ', 'web', 'client_secret_basic', '{authorization_code,refresh_token}', '{openid,profile,email}',
       '{https://app.example.mn/callback}', '{}', '{}', true, $2, 600, 100, now())`,
    [id, JSON.stringify(options)],
  );
  return id;
}
async function plantService(): Promise<string> {
  const name = `service-${++registered}`;
  const [row] = await platform.world.database.query<{ id: string }>(
    `insert into gateway_services (name, scope, protocol, host, port, path, retries, connect_timeout_ms, max_body_bytes,
       tags, enabled, created_at)
     values ($1, 'svc:' || $1, 'https', 'api.example.mn', 443, '/', 0, 60000, 1048576, '{}', true, now()) returning id`,
    [name],
  );
  return row?.id ?? '';
}
async function platformService(name: string): Promise<string> {
  const [row] = await platform.world.database.query<{ id: string }>(
    'select id from gateway_services where name = $1',
    [name],
  );
  return row?.id ?? '';
}
const inHours = (count: number) => new Date(platform.clock.now().getTime() + count * 3_600_000).toISOString();
const maintenance = (given: object = {}) => ({
  kind: 'maintenance',
  title: 'Засвар',
  title_en: 'Maintenance',
  body: '',
  body_en: '',
  starts_at: inHours(1),
  ends_at: inHours(2),
  read_only: true,
  ...given,
});

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
  'disable a citizen': async (who) =>
    as(who).put(`/admin/users/${await platform.plant('user')}/active`, { active: false }),
  'enable a citizen': async (who) => {
    const id = await platform.plant('user');
    await query('update users set active = false where id = $1', [id]);
    return as(who).put(`/admin/users/${id}/active`, { active: true });
  },
  'set a citizen number': async (who) =>
    as(who).put(`/admin/users/${await platform.plant('user')}`, { ge_id: register().slice(2) }),
  'create a role with permissions': (who) =>
    as(who).post('/rbac/roles', {
      name: 'Made',
      key: `made_${++registered}`,
      permissions: ['registry.view'],
    }),
  'delete a role with permissions': async (who) =>
    as(who).remove(`/rbac/roles/${await platform.makeRole(`gone_${++registered}`, ['registry.view'])}`),
  'approve a plain application': async (who) => {
    const id = await plantApplication({});
    await query("update applications set stage = 'trial' where id = $1", [id]);
    const { created_at } = (await as(who).get(`/applications/${id}`)).body.data;
    return as(who).post(`/applications/${id}/approval`, { approve: true, seen: created_at });
  },
  'switch a service of the platform off or on': async (who) => {
    const { items } = (await as(who).get('/gateway/services')).body.data;
    const { id, host, path, enabled } = items.find(({ name }: { name: string }) => name === 'eid-proxy');
    return as(who).put(`/gateway/services/${id}`, { name: 'eid-proxy', host, path, enabled: !enabled });
  },
  'delete a citizen': async (who) => as(who).remove(`/admin/users/${await platform.plant('user')}`),
  'make a key for assistants': (who) => as(who).post('/admin/tools/keys', { name: 'assistant' }),
  'register an application that gets register numbers': (who) =>
    as(who).post('/applications', { ...application, options: { national_id: true } }),
  'let an application ring phones': async (who) =>
    as(who).put(`/applications/${await plantApplication({})}`, {
      ...application,
      options: { grants: ['ciba'] },
    }),
  'change where such an application leads': async (who) =>
    as(who).put(`/applications/${await plantApplication({ national_id: true })}`, {
      ...application,
      redirect_uris: ['https://elsewhere.example.mn/callback'],
    }),
  'rotate the secret of such an application': async (who) =>
    as(who).post(`/applications/${await plantApplication({ national_id: true })}/rotate-secret`, {}),
  'choose the secret of such an application': async (who) =>
    as(who).put(`/applications/${await plantApplication({ national_id: true })}/secret`, {
      secret: 'x'.repeat(32),
    }),
  'grant such an application a service': async (who) =>
    as(who).put(`/applications/${await plantApplication({ exchange_from: ['app-other'] })}/services`, {
      service_ids: [await plantService()],
    }),
  'rename such an application': async (who) =>
    as(who).put(`/applications/${await plantApplication({ national_id: true })}`, {
      ...application,
      name: 'Шинэ нэр',
    }),
  'grant an application the tools': async (who) =>
    as(who).put(`/applications/${await plantApplication({})}/services`, {
      service_ids: [await platformService('tools')],
    }),
  'register an application with a service of the platform': async (who) =>
    as(who).post('/applications', { ...application, service_ids: [await platformService('eid-sign')] }),
  'send the calls of a service elsewhere': async (who) =>
    as(who).put(`/gateway/services/${await plantService()}`, {
      name: `moved-${++registered}`,
      host: 'elsewhere.example.mn',
    }),
  'make the platform read-only': async (who) => {
    const answer = await as(who).post('/admin/announcements', maintenance());
    if (answer.status === 201) await as(who).remove(`/admin/announcements/${answer.body.data.id}`);
    return answer;
  },
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
    await age(who, 0);
    const sensitive = await as(who).post('/applications', { ...application, options: { national_id: true } });
    await age(who, 15);
    const citizen = await platform.plant('user');
    for (const answer of [
      await as(who).post('/admin/users', { register: register() }),
      await as(who).put(roleOf(citizen), { role_id: 4 }),
      await as(who).post('/applications', application),
      await as(who).put(`/applications/${sensitive.body.data.id}`, {
        ...application,
        tags: ['шинэ'],
      }),
      await as(who).post('/admin/announcements', maintenance({ read_only: false })),
      await as(who).put('/rbac/roles/3', { name: 'Manager', description: 'Helps people' }),
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
