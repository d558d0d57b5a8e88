import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { seedDemoOfficer } from './demo.ts';

/** Fixture: two authorities, an officer of the first, an administrator, and a citizen with applications to both. */
const [roads, schools] = ['Замын газар', 'Сургуулийн газар'];
let stage: GovStage;
const services = {} as Record<'roads' | 'schools', string>;
const cases = {} as Record<'roads' | 'schools', string>;
const passport = randomUUID();

const query = (text: string, values: unknown[] = []) => stage.world.database.query(text, values);
const officerOf = (who: PersonName, authorities: string[]) =>
  stage.call('other', 'PUT', `/admin/users/${stage.people[who].userId}/role`, { role_id: 5, authorities });
const queueOf = async (who: PersonName, more = '') => {
  const { items, total } = (await stage.get(who, `/gov/officer/queue${more}`)).body.data;
  return { ids: items.map(({ id }: { id: string }) => id), total };
};
const applyTo = async (service: string, body: object = {}) =>
  (await stage.apply('bold', service, body)).body.data.application.id as string;

beforeAll(async () => {
  stage = await openGov();
  await query('update users set role_id = 2 where id = $1', [stage.people.other.userId]);
  await query('delete from officer_authorities');
  services.roads = await stage.publish({
    agency: roads,
    agency_en: 'Roads authority',
    passport_id: passport,
    code: 'T-ROADS',
  });
  services.schools = await stage.publish({ agency: schools, fee: 500, payment_required_before: 'none' });
  cases.roads = await applyTo(services.roads);
  cases.schools = await applyTo(services.schools);
  await stage.signInAgain();
  expect((await officerOf('sarnai', [roads])).status).toBe(200);
  // Tokens issued in the millisecond of the role change are revoked with it.
  stage.world.clock.advance(1000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

describe('an officer of one authority', () => {
  it('sees only cases of that authority, in every list and figure', async () => {
    for (const more of ['', '?status=registered', '?unassigned=true', '?q=APP', '?limit=1'])
      expect([more, await queueOf('sarnai', more)]).toEqual([more, { ids: [cases.roads], total: 1 }]);
    expect((await stage.get('sarnai', '/gov/officer/stats')).body.data).toMatchObject({
      open: 1,
      unassigned: 1,
    });
    expect(new Set((await queueOf('other')).ids)).toEqual(new Set(Object.values(cases)));
  });

  it('gets 404 for every action on a case of another authority, without an access-log entry', async () => {
    const at = `/gov/officer/queue/${cases.schools}`;
    const traces = () => query(`select from audit_log where category = 'access'`);
    const before = (await traces()).length;
    for (const answer of [
      await stage.get('sarnai', at),
      await stage.get('sarnai', `${at}/files/${randomUUID()}`),
      await stage.post('sarnai', `${at}/assign`),
      await stage.post('sarnai', `${at}/request-info`, { note: 'Үнэмлэх' }),
      await stage.post('sarnai', `${at}/decide`, { approve: true }),
      await stage.post('sarnai', `${at}/complete`),
    ])
      expect(answer.status).toBe(404);
    expect(await stage.row(cases.schools)).toMatchObject({ status: 'registered', assigned_to: null });
    expect(await traces()).toHaveLength(before);
  });

  it('has no administration rights', async () => {
    const other = stage.people.bold.userId;
    for (const [method, path, body] of [
      ['GET', '/admin/users'],
      ['GET', '/admin/authorities'],
      ['POST', '/admin/users', { register: 'УБ90010112' }],
      ['PUT', `/admin/users/${other}/role`, { role_id: 4 }],
      ['PUT', `/admin/users/${other}/authorities`, { authorities: [roads] }],
      ['PUT', `/admin/users/${other}/active`, { active: false }],
      ['DELETE', `/admin/users/${other}`],
      ['GET', '/rbac/roles'],
      ['GET', '/core/users?search_text=x'],
    ] as const)
      expect([path, (await stage.call('sarnai', method, path, body)).status]).toEqual([path, 403]);
    const mine = (await stage.get('sarnai', '/rbac/me')).body.data;
    expect(mine).toEqual({
      role: 'officer',
      role_id: 5,
      permissions: ['dashboard.view', 'gov.review', 'personal.view'],
    });
  });

  it('decides cases of that authority; the citizen sees which authority had access', async () => {
    const at = `/gov/officer/queue/${cases.roads}`;
    const opened = (await stage.get('sarnai', at)).body.data.application;
    expect(opened).toMatchObject({ authority: roads, assigned_until: null });
    const taken = (await stage.post('sarnai', `${at}/assign`)).body.data;
    expect(new Date(taken.assigned_until).getTime() - new Date(taken.assigned_at).getTime()).toBe(
      24 * 3_600_000,
    );
    expect((await queueOf('sarnai', '?assigned_to=me')).ids).toEqual([cases.roads]);
    expect((await stage.post('sarnai', `${at}/decide`, { approve: true })).status).toBe(200);
    const [look] = (await stage.get('bold', '/users/me/access-log')).body.data.items;
    expect(look.by).toMatchObject({ role: 'officer', office: roads });
  });

  it('finds finished cases of that authority, by list, number and applicant, page by page', async () => {
    const reference = ((await stage.row(cases.roads))['reference_no'] as string).slice(4);
    for (const more of [
      '?state=finished',
      '?state=all',
      '?state=finished&assigned_to=me',
      `?state=all&q=${reference}`,
    ])
      expect([more, await queueOf('sarnai', more)]).toEqual([more, { ids: [cases.roads], total: 1 }]);
    expect(await queueOf('sarnai', `?q=${reference}`)).toEqual({ ids: [], total: 0 });
    const now = stage.world.clock.now().getTime();
    const made: string[] = [];
    for (const [at, status] of ['approved', 'rejected', 'completed', 'cancelled', 'expired'].entries())
      made.push(
        await stage.place('bold', status, { agency: roads, submitted_at: new Date(now + (at + 1) * 60_000) }),
      );
    const theirs = await stage.place('bold', 'rejected', { agency: schools });
    const newest = [...made.toReversed(), cases.roads];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const more = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = (await stage.get('sarnai', `/gov/officer/queue?state=finished&limit=2${more}`)).body.data;
      expect(page.total).toBe(newest.length);
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen).toEqual(newest);
    expect((await queueOf('sarnai', `?state=finished&q=${encodeURIComponent('Дорж Болд')}`)).ids).toEqual(
      expect.arrayContaining(made),
    );
    expect((await queueOf('sarnai')).ids).toEqual([]);
    expect((await queueOf('other', '?state=finished')).ids).toContain(theirs);
    expect((await stage.get('sarnai', `/gov/officer/queue/${theirs}`)).status).toBe(404);
    expect((await stage.get('sarnai', '/gov/officer/queue?state=closed')).status).toBe(422);
    await query('delete from gov_applications where id = any($1)', [[...made, theirs]]);
  });

  it('is restricted by row-level security, independent of the code above it', async () => {
    const app = new pg.Client({
      connectionString: stage.world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    const as = async (role: string, text: string, values: unknown[] = []) => {
      await app.query('begin');
      await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
        stage.people.sarnai.userId,
        role,
      ]);
      try {
        return (await app.query(text, values)).rowCount;
      } finally {
        await app.query('rollback');
      }
    };
    const { userId } = stage.people.bold;
    try {
      const [theirs, own] = [[cases.schools], [cases.roads]];
      for (const [text, values, allowed] of [
        ['select from gov_applications where id = $1', theirs, own],
        ['select from gov_application_events where application_id = $1 limit 1', theirs, own],
        [`update gov_applications set status = 'approved' where id = $1`, theirs, own],
      ] as const) {
        expect([text, await as('officer', text, [...values])]).toEqual([text, 0]);
        expect([text, await as('officer', text, [...allowed])]).toEqual([text, 1]);
      }
      expect(await as('officer', 'select id from withdraw_fee($1)', theirs)).toBe(0);
      expect(await as('system', 'select id from withdraw_fee($1)', theirs)).toBe(1);
      const event = `insert into gov_application_events (application_id, user_id, actor_role, to_status, type, created_at)
        values ($1, '${userId}', 'officer', 'approved', 'decided', now())`;
      await expect(as('officer', event, theirs)).rejects.toThrow(/row-level security/);
      expect(await as('officer', event, own)).toBe(1);
      const paper = `insert into gov_references (user_id, type, title, reference_no, check_code, issued_at, data,
        application_id) values ('${userId}', 'x', '{}', 'REF-2026-000001', 'aaaaaaaaaaaaaaaa', now(), '{}', $1)`;
      await expect(as('officer', paper, theirs)).rejects.toThrow(/row-level security/);
      expect(await as('officer', paper, own)).toBe(1);
      for (const role of ['officer', 'user', 'manager', 'admin'])
        await expect(
          as(
            role,
            `insert into officer_authorities (user_id, granted_by, granted_at) values ($1, $1, now())`,
            [stage.people.sarnai.userId],
          ),
        ).rejects.toThrow(/row-level security/);
    } finally {
      await app.end();
    }
  });
});

describe('the authorities of a person', () => {
  it('are set with the role officer, and only registered authorities, by name or id', async () => {
    const at = `/admin/users/${stage.people.officer.userId}/role`;
    for (const [body, error] of [
      [{ role_id: 5 }, 'authorities_required'],
      [{ role_id: 5, authorities: [] }, 'authorities_required'],
      [{ role_id: 5, authorities: ['Байхгүй газар'] }, 'unknown_value'],
      [{ role_id: 4, authorities: [roads] }, 'not_a_reviewer'],
      [{ role_id: 3, authorities: [roads] }, 'not_a_reviewer'],
      [{ role_id: 5, authorities: [roads, roads] }, 'custom'],
    ] as const) {
      const answer = await stage.call('other', 'PUT', at, body);
      expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
      expect(answer.body.data.errors).toMatchObject([{ field: 'authorities', tag: error }]);
    }
    const { items } = (await stage.get('other', '/admin/authorities')).body.data;
    expect(items).toMatchObject([
      { id: await stage.authority(roads), name: roads, name_en: 'Roads authority' },
      { id: await stage.authority(schools), name: schools, name_en: '' },
    ]);
  });

  it('are set separately for a manager, who decides nothing without them', async () => {
    expect(await queueOf('officer')).toEqual({ ids: [], total: 0 });
    const at = `/admin/users/${stage.people.officer.userId}/authorities`;
    const given = await stage.call('other', 'PUT', at, { authorities: [schools] });
    expect([given.status, given.body.data.authorities]).toEqual([200, [schools]]);
    expect((await queueOf('officer')).ids).toEqual([cases.schools]);
    expect((await stage.get('officer', '/admin/users')).status).toBe(200);
    // A manager cannot create an officer or extend anyone's authorities.
    const target = `/admin/users/${stage.people.bold.userId}`;
    for (const answer of [
      await stage.call('officer', 'PUT', `${target}/authorities`, { authorities: [roads] }),
      await stage.call('officer', 'PUT', `${target}/role`, { role_id: 5, authorities: [roads] }),
    ])
      expect(answer.status).toBe(403);
  });

  it('merge the cases of several authorities in one order, page by page', async () => {
    const at = `/admin/users/${stage.people.officer.userId}/authorities`;
    await stage.call('other', 'PUT', at, { authorities: [roads, schools] });
    const now = stage.world.clock.now().getTime();
    const made: string[] = [];
    for (let hour = 0; hour < 7; hour += 1)
      made.push(
        await stage.place('sarnai', hour % 3 === 0 ? 'in_review' : 'registered', {
          agency: hour % 2 === 0 ? roads : schools,
          due_at: new Date(now + hour * 3_600_000),
        }),
      );
    const all = [...made, cases.schools];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await stage.get(
        'officer',
        `/gov/officer/queue?limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.body.data.total).toBe(all.length);
      seen.push(...page.body.data.items.map(({ id }: { id: string }) => id));
      cursor = page.body.data.next;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    await query('delete from gov_applications where id = any($1)', [made]);
  });

  it('follow the service: its cases move to the authority that takes it over', async () => {
    const waiting = await applyTo(services.roads);
    await stage.publish({ agency: schools, passport_id: passport, code: 'T-ROADS' });
    const job = stage.server.app.declaredJobs.find(({ name }) => name === 'gov.cases.hand_over');
    await job?.run(
      {
        service_id: services.roads,
        from: await stage.authority(roads),
        to: await stage.authority(schools),
      },
      { now: stage.world.clock.now(), log: stage.server.app.http.log as never },
    );
    expect((await queueOf('sarnai')).ids).toEqual([]);
    expect((await stage.get('sarnai', `/gov/officer/queue/${waiting}`)).status).toBe(404);
    expect(await stage.row(waiting)).toMatchObject({ authority_id: await stage.authority(schools) });
  });

  it('end with a role that decides nothing, and do not return with the next role', async () => {
    const { userId } = stage.people.sarnai;
    const kept = () => query('select authority_id from officer_authorities where user_id = $1', [userId]);
    expect(await kept()).toHaveLength(1);
    await stage.call('other', 'PUT', `/admin/users/${userId}/role`, { role_id: 4 });
    expect(await kept()).toEqual([]);
  });
});

it('seeds a demonstration officer once and keeps later changes', async () => {
  const { app } = stage.server;
  const deps = { database: app.database, outbox: app.outbox, now: stage.world.clock.now };
  expect([await seedDemoOfficer(deps), await seedDemoOfficer(deps)]).toEqual(['seeded', 'unchanged']);
  const phone = createPhone(stage.world.sandbox);
  const officer = await signIn(stage.server, phone, await phone.citizen(/^case officer/));
  const caller = createCaller(stage.server.url);
  const mine = await caller.get('/api/v1/rbac/me', { token: officer.token });
  expect(mine.body.data.role).toBe('officer');
  expect((await caller.get('/api/v1/gov/officer/queue', { token: officer.token })).status).toBe(200);
});
