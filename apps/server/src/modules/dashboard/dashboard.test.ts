import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { createProbe } from '../../../test/probe-module.ts';
import { createClock } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { insertLog } from '../gateway/figures-store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const [cards, taxes] = ['Улсын бүртгэлийн ерөнхий газар', 'Татварын ерөнхий газар'];
let stage: GovStage;
let service: string;

beforeAll(async () => {
  // Noon in Ulaanbaatar on a Thursday, so that no test crosses midnight.
  stage = await openGov({
    clock: createClock(new Date('2026-08-20T04:00:00Z')),
    extraModules: [createProbe().module],
  });
  service = await stage.publish({ agency: cards });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await query('truncate daily_figures');
  await query('delete from login_events');
  await query(`update figure_cursors set id = 0, at = '1970-01-01T00:00:00Z'`);
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  stage.world.database.query<Row>(text, values);
const read = async (who: PersonName, period = '7d') => {
  const answer = await stage.get(who, `/admin/figures?period=${period}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const become = async (who: PersonName, roleId: number) => {
  await query('update users set role_id = $2 where id = $1', [stage.people[who].userId, roleId]);
  await stage.signInAgain();
};
const fold = () => stage.runJob('dashboard.fold');
/** Until everything is settled; tokens live no longer, and new sign-ins of the test itself do not count. */
const wait = async () => {
  stage.world.clock.advance(10 * minuteMs);
  await stage.signInAgain();
  await query('delete from login_events where user_id is not null');
};
const at = (daysAgo: number) => new Date(stage.world.clock.now().getTime() - daysAgo * dayMs);
const placeSignIns = (daysAgo: number, succeeded: number, failed: number) =>
  query(
    `insert into login_events (method, outcome, created_at)
     select 'eid', case when n <= $2::int then 'success' else 'failure' end, $1 from generate_series(1, $2::int + $3::int) n`,
    [at(daysAgo), succeeded, failed],
  );
const logCalls = (count: number, status: number) =>
  insertLog(
    stage.server.app.database.reader(systemIdentity),
    Array.from({ length: count }, () => ({
      at: at(0.1),
      method: 'GET',
      path: '/gw/x',
      status,
      latencyMs: 1,
      clientIp: '192.0.2.1',
      upstreamId: null,
      clientId: null,
    })),
  );
const parts = ['people', 'sign_ins', 'applications', 'deadlines', 'failures', 'gateway', 'relay'];
const partsOf = (figures: object) => parts.filter((part) => part in figures);

describe('who sees the dashboard', () => {
  it('refuses callers who may open none of its lists, and unknown periods', async () => {
    for (const who of ['bold', 'other'] as const)
      expect((await stage.get(who, '/admin/figures')).status).toBe(403);
    expect((await stage.get('officer', '/admin/figures?period=2y')).status).toBe(422);
    expect((await stage.get('officer', '/admin/figures?days=7')).status).toBe(422);
  });

  it('shows each part only with the right to the list behind it', async () => {
    expect(partsOf(await read('officer'))).toEqual(['people', 'applications', 'deadlines']);
    await become('sarnai', 2);
    expect(partsOf(await read('sarnai'))).toEqual(parts);
    await query(`insert into roles (id, key, name) values (201, 'exchange', 'Exchange')`);
    await query(`insert into role_permissions values (201, 'relay.view')`);
    await become('bold', 201);
    expect(partsOf(await read('bold'))).toEqual(['relay']);
    await become('bold', 4);
    await become('other', 3);
  });

  it('counts for an officer only cases of their authorities', async () => {
    const other = await stage.publish({ agency: taxes });
    await stage.apply('bold', service);
    await stage.apply('bold', other);
    await query('update officer_authorities set authority_id = $2 where user_id = $1', [
      stage.people.other.userId,
      await stage.authority(taxes),
    ]);
    for (const folded of [false, true]) {
      if (folded) {
        await wait();
        await fold();
      }
      expect((await read('other')).applications.submitted.total).toBe(1);
      expect((await read('officer')).applications.submitted.total).toBe(2);
    }
  });
});

describe('the figures', () => {
  it('are the same before and after any number of workers folded them', async () => {
    const before = await read('sarnai');
    const { body } = await stage.apply('bold', service);
    const { id } = body.data.application;
    await stage.sweep();
    await stage.post('officer', `/gov/officer/queue/${id}/assign`);
    const decided = await stage.post('officer', `/gov/officer/queue/${id}/decide`, {
      approve: true,
      note: 'All papers are here',
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    await placeSignIns(1, 3, 2);
    await placeSignIns(8, 4, 0);
    await logCalls(40, 200);
    await logCalls(2, 502);
    const live = await read('sarnai');
    expect(live.applications.submitted.total).toBe(before.applications.submitted.total + 1);
    expect(live.applications.approved.total).toBe(before.applications.approved.total + 1);
    const approved = ({ applications }: typeof live) =>
      applications.states.find(({ state }: { state: string }) => state === 'approved').count;
    expect(approved(live)).toBe(approved(before) + 1);
    expect(live.sign_ins).toMatchObject({
      succeeded: { values: [0, 0, 0, 0, 0, 3, 0], total: 3, before: 4 },
      failed: { total: 2, before: 0 },
    });
    expect(live.gateway).toMatchObject({ calls: { total: 42 }, errors: { total: 2 } });
    expect(live.people.total).toBe(4);
    await wait();
    await Promise.all([fold(), fold(), fold()]);
    await fold();
    expect(await read('sarnai')).toEqual(live);
    const [left] = await query('select from figure_cursors where id = 0 and at < $1', [at(1)]);
    expect(left).toBeUndefined();
    expect(await query(`select from daily_figures where figure = 'applications.submitted'`)).not.toEqual([]);
  });

  it('leave rows alone whose transaction may still be open, and add later ones', async () => {
    await placeSignIns(0, 5, 0);
    await fold();
    expect(await query(`select from daily_figures where figure like 'sign_ins%'`)).toEqual([]);
    await wait();
    await fold();
    await placeSignIns(0, 1, 1);
    expect((await read('sarnai', 'today')).sign_ins).toMatchObject({
      succeeded: { total: 6, before: 0 },
      failed: { total: 1 },
    });
  });

  it('are compared with the period before, by days and by months', async () => {
    for (const [daysAgo, count] of [
      [0, 1],
      [1, 2],
      [6, 4],
      [7, 8],
      [40, 16],
      [400, 32],
    ] as const)
      await placeSignIns(daysAgo, count, 0);
    await wait();
    await fold();
    const sums = async (period: string) => {
      const { sign_ins, points, step } = await read('sarnai', period);
      return [sign_ins.succeeded.total, sign_ins.succeeded.before, points.length, step];
    };
    expect(await sums('today')).toEqual([1, 2, 7, 'day']);
    expect(await sums('7d')).toEqual([7, 8, 7, 'day']);
    expect(await sums('30d')).toEqual([15, 16, 30, 'day']);
    expect(await sums('12m')).toEqual([31, 32, 12, 'month']);
    expect((await read('sarnai', '12m')).points.at(-1)).toBe('2026-08-01');
  });

  it('count late and soon due cases as the desk lists them, and missed deadlines', async () => {
    await query('update officer_authorities set authority_id = $2 where user_id = $1', [
      stage.people.other.userId,
      await stage.authority(taxes),
    ]);
    const inHours = (hours: number) => ({ due_at: at(-hours / 24), agency: cards });
    await stage.place('bold', 'registered', inHours(-2));
    await stage.place('bold', 'registered', { ...inHours(-2), agency: taxes });
    await stage.place('bold', 'info_required', inHours(-2));
    await stage.place('bold', 'in_review', inHours(5));
    await stage.place('bold', 'in_review', inHours(30));
    const stats = (await stage.get('officer', '/gov/officer/stats')).body.data;
    const { deadlines } = await read('officer');
    expect([deadlines.late, deadlines.due_soon]).toEqual([stats.overdue, stats.due_soon]);
    expect((await read('other')).deadlines).toMatchObject({ late: 1, due_soon: 0 });
    await stage.sweep();
    expect((await read('officer')).deadlines.missed.total).toBe(2);
  });

  it('count people who left no longer, whenever they were folded', async () => {
    const add = (name: string) =>
      query(`insert into users (username, created_at) values ($1, $2)`, [name, stage.world.clock.now()]);
    const leave = (name: string) =>
      query('update users set deleted_at = $2 where username = $1', [name, stage.world.clock.now()]);
    const total = async () => (await read('officer')).people.total;
    await add('a');
    await add('b');
    expect(await total()).toBe(6);
    await leave('a');
    expect(await total()).toBe(5);
    await wait();
    await fold();
    await leave('b');
    expect(await total()).toBe(4);
    await wait();
    await fold();
    expect(await total()).toBe(4);
  });

  it('count failed answers and work that was given up', async () => {
    const before = (await read('sarnai')).failures;
    const now = stage.world.clock.now().getTime();
    const paused = await stage.post('sarnai', '/admin/announcements', {
      ...{ kind: 'maintenance', title: 'Засвар', title_en: 'Repair', body: '', body_en: '', read_only: true },
      ...{ starts_at: new Date(now).toISOString(), ends_at: new Date(now + 3_600_000).toISOString() },
    });
    // A planned pause is no failure.
    expect((await stage.post('bold', '/gov/notifications/read-all')).status).toBe(503);
    await stage.call('sarnai', 'DELETE', `/admin/announcements/${paused.body.data.id}`);
    expect((await stage.get('sarnai', '/probe/crash')).status).toBe(500);
    const counted = async () => (await read('sarnai')).failures.server_errors.total;
    await until(async () => (await counted()) > before.server_errors.total);
    expect(await counted()).toBe(before.server_errors.total + 1);
    await query(`insert into pgboss.job (name, data) values ('dead_letters', '{}')`);
    expect((await read('sarnai')).failures).toMatchObject({ dead_jobs: before.dead_jobs + 1 });
  });
});
