import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { answerDemo, type DemoDeps, ingestDemo, seedRelay } from './demo.ts';
import { type Agency, openAgency } from './test/stage.ts';

let agency: Agency;
const clock = createClock();
const minute = 60_000;
let first: string;
let second: string;

beforeAll(async () => {
  agency = await openAgency('ministry', clock);
  first = (await agency.addPlatform('first')).id;
  second = (await agency.addPlatform('second')).id;
  await agency.addRoute('both', first, { sla_minutes: 30 });
  await agency.addRoute('both', second, { sla_minutes: 45 });
  await agency.addRoute('one', first, { sla_minutes: 100 });
});
afterAll(() => agency.world.close());

const ask = async (more: object = {}) => {
  const { status, body } = await agency.call('POST', '/requests', { service_code: 'both', ...more });
  expect(status).toBe(201);
  return body.data;
};
const detail = (id: string) => agency.see(`/requests/${id}`);
const assignmentOf = async (id: string, at = 0): Promise<string> => (await detail(id)).assignments[at].id;
const respond = (id: string, body: object) => agency.call('POST', `/assignments/${id}/respond`, body);
const typesOf = async (id: string) => (await detail(id)).events.map(({ type }: { type: string }) => type);
const sweepAfter = async (ms: number) => {
  clock.advance(ms);
  await agency.runJob('relay.sweep');
};
const inMinutes = (count: number) => new Date(clock.now().getTime() + count * minute).toISOString();
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

describe('platforms and routes', () => {
  it('have the specified defaults, and show a secret once', async () => {
    const made = await agency.call('POST', '/platforms', {
      code: 'plain',
      name: 'Plain',
      webhook_secret: ' ',
    });
    expect(made.body.data).toMatchObject({
      direction: 'downstream',
      enabled: false,
      endpoint_url: '',
      supervisor_contact: '',
      webhook_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { items } = await agency.see('/platforms');
    expect(items.map(({ code }: { code: string }) => code)).toEqual(['first', 'plain', 'second'].toSorted());
    expect(JSON.stringify(items)).not.toContain(made.body.data.webhook_secret);
    expect(outcome(await agency.call('POST', '/platforms', { code: 'plain', name: 'Again' }))).toEqual([
      409,
      'code_exists',
    ]);
    await agency.addRoute('plain', made.body.data.id, { sla_minutes: -5 });
    // A disabled platform is not routed.
    expect(outcome(await agency.call('POST', '/requests', { service_code: 'plain' }))).toEqual([
      400,
      'not_routed',
    ]);
    const [route] = (await agency.see('/routes')).items.filter(
      (each: { service_code: string }) => each.service_code === 'plain',
    );
    expect(route.sla_minutes).toBe(60);
    expect((await agency.call('DELETE', `/routes/${route.id}`)).status).toBe(200);
    expect((await agency.call('DELETE', `/routes/${route.id}`)).status).toBe(404);
    expect((await agency.call('DELETE', `/platforms/${made.body.data.id}`)).status).toBe(200);
    expect((await agency.call('DELETE', `/platforms/${made.body.data.id}`)).status).toBe(404);
  });

  it('refuse an unknown platform, a second route, and a bad address or key', async () => {
    const route = (more: object) =>
      agency.call('POST', '/routes', { service_code: 'both', platform_id: first, ...more });
    expect(outcome(await route({ platform_id: randomUUID() }))).toEqual([400, 'unknown_platform']);
    expect(outcome(await route({ fallback_platform_id: first }))).toEqual([400, 'unknown_platform']);
    expect(outcome(await route({}))).toEqual([409, 'route_exists']);
    const platform = (more: object) => agency.call('POST', '/platforms', { code: 'x', name: 'X', ...more });
    for (const endpoint_url of ['ftp://a.example', 'nothing', 'https://a:b@c.example', 'http://10.0.0.1/'])
      expect(outcome(await platform({ endpoint_url }))).toEqual([400, 'bad_endpoint']);
    expect(outcome(await platform({ public_key: 'whpk_AAAA' }))).toEqual([400, 'bad_public_key']);
    expect((await platform({ unknown: 1 })).status).toBe(422);
  });
});

describe('a request', () => {
  it('gets the deadlines of its routes, cut by its own', async () => {
    const free = await ask();
    expect(free).toMatchObject({ status: 'dispatched', priority: 'normal', due_at: inMinutes(45) });
    expect(free).not.toHaveProperty('result');
    const { assignments, events } = await detail(free.id);
    expect(assignments.map(({ due_at }: { due_at: string }) => due_at)).toEqual([
      inMinutes(30),
      inMinutes(45),
    ]);
    // People of a platform without an address work in this portal.
    expect(assignments[0]).toMatchObject({ status: 'acknowledged', dispatched_at: inMinutes(0) });
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'received',
      'dispatched',
      'dispatched',
    ]);
    const cut = await ask({ due_at: inMinutes(35) });
    const places = (await detail(cut.id)).assignments.map(({ due_at }: { due_at: string }) => due_at);
    expect([cut.due_at, ...places]).toEqual([inMinutes(35), inMinutes(30), inMinutes(35)]);
    expect((await agency.call('POST', '/requests', { service_code: 'both', priority: 'soon' })).status).toBe(
      422,
    );
    expect((await agency.call('GET', `/requests/${randomUUID()}`)).status).toBe(404);
  });

  it('lists with a limit that falls back to 50', async () => {
    for (const limit of ['0', '201', 'x', '-1'])
      expect((await agency.call('GET', `/requests?limit=${limit}`)).status).toBe(200);
    const page = await agency.see('/requests?limit=1');
    expect([page.items.length, typeof page.next]).toEqual([1, 'string']);
    expect((await agency.see('/requests?service_code=none')).items).toEqual([]);
  });

  it('is in progress after the first answer and fulfilled after the last', async () => {
    const { id } = await ask();
    const one = await respond(await assignmentOf(id), { status: 'rejected', result: { why: 'unknown' } });
    expect(one.body.data).toMatchObject({ fulfilled: false, request: { status: 'in_progress' } });
    expect(outcome(await respond(await assignmentOf(id), { status: 'done' }))).toEqual([
      409,
      'already_answered',
    ]);
    const two = await respond(await assignmentOf(id, 1), { status: 'done', result: 7 });
    expect(two.body.data).toMatchObject({
      fulfilled: true,
      request: {
        status: 'fulfilled',
        fulfilled_at: inMinutes(0),
        result: [
          { platform_id: first, status: 'rejected', result: { why: 'unknown' } },
          { platform_id: second, status: 'done', result: 7 },
        ],
      },
    });
    expect((await respond(randomUUID(), { status: 'done' })).status).toBe(404);
    expect((await respond(await assignmentOf(id), { status: 'open' })).status).toBe(422);
  });

  it('is rejected when every assignment was', async () => {
    const { id } = await ask({ service_code: 'one' });
    const { body } = await respond(await assignmentOf(id), { status: 'rejected' });
    expect(body.data).toMatchObject({ fulfilled: false, request: { status: 'rejected' } });
    expect(await typesOf(id)).toEqual(['received', 'dispatched', 'responded', 'rejected']);
  });

  it('of two last answers at once misses neither', async () => {
    const { id } = await ask();
    const both = [await assignmentOf(id), await assignmentOf(id, 1)];
    await Promise.all(both.map((each) => respond(each, { status: 'done' })));
    expect((await detail(id)).request).toMatchObject({ status: 'fulfilled' });
  });

  it('is settled when the platform it waits for is removed', async () => {
    const gone = await agency.addPlatform('gone');
    await agency.addRoute('gone', gone.id);
    const { id } = await ask({ service_code: 'gone' });
    await agency.call('DELETE', `/platforms/${gone.id}`);
    expect((await detail(id)).request).toMatchObject({ status: 'rejected', result: [] });
  });

  it('is forwarded to an upstream platform only', async () => {
    await agency.addPlatform('portal', { direction: 'upstream', endpoint_url: 'demo://loopback' });
    const { id } = await ask();
    const forward = (request: string, platform_code: string) =>
      agency.call('POST', `/requests/${request}/forward`, { platform_code });
    expect((await forward(id, 'portal')).status).toBe(200);
    expect(await typesOf(id)).toContain('forwarded_up');
    expect(outcome(await forward(id, 'first'))).toEqual([400, 'not_upstream']);
    expect((await forward(id, 'nobody')).status).toBe(404);
    expect((await forward(randomUUID(), 'portal')).status).toBe(404);
  });
});

describe('the sweep', () => {
  it('reminds at 75 % and 90 %, then marks overdue, escalates and notifies once', async () => {
    const { id } = await ask({ service_code: 'one' });
    const counts: unknown[] = [];
    for (const minutes of [74, 2, 13, 2]) {
      await sweepAfter(minutes * minute);
      await agency.runJob('relay.sweep');
      counts.push((await detail(id)).assignments[0].reminders_sent);
    }
    expect(counts).toEqual([0, 1, 1, 2]);
    await sweepAfter(9 * minute);
    expect(await detail(id)).toMatchObject({
      request: { status: 'overdue', breach_notified: true },
      assignments: [{ status: 'overdue', escalated: false }],
    });
    await sweepAfter(2 * minute);
    await agency.runJob('relay.sweep');
    expect((await detail(id)).assignments[0]).toMatchObject({ escalated: true });
    expect((await typesOf(id)).slice(2)).toEqual([
      'reminded',
      'reminded',
      'overdue',
      'breach_notified',
      'escalated',
    ]);
    const late = await respond(await assignmentOf(id), { status: 'done' });
    expect(late.body.data).toMatchObject({ fulfilled: true });
  });

  it('catches up after a stop, once with two instances', async () => {
    const missed = await ask({ service_code: 'one' });
    const reminded = await ask({ service_code: 'one', due_at: inMinutes(100) });
    const other = await agency.world.startServer({ env: { RELAY_SELF_CODE: 'ministry' } });
    clock.advance(95 * minute);
    await Promise.all([agency.runJob('relay.sweep'), agency.runJob('relay.sweep', other)]);
    expect((await typesOf(reminded.id)).slice(2)).toEqual(['reminded', 'reminded']);
    clock.advance(60 * minute);
    await Promise.all([agency.runJob('relay.sweep'), agency.runJob('relay.sweep', other)]);
    for (const { id } of [missed, reminded])
      expect((await typesOf(id)).slice(4).toSorted()).toEqual(['breach_notified', 'escalated', 'overdue']);
    await other.stop();
  });

  it('goes on after a row that fails', async () => {
    const [bad, good] = [await ask({ service_code: 'one' }), await ask({ service_code: 'one' })];
    const { database } = agency.world;
    await database.query(
      `create function refuse_row() returns trigger language plpgsql as $$ begin
         if new.request_id = '${bad.id}' then raise exception 'refused by the test'; end if; return new; end $$`,
    );
    await database.query(
      'create trigger refuse_row before insert on relay_events for each row execute function refuse_row()',
    );
    await sweepAfter(101 * minute);
    await database.query('drop trigger refuse_row on relay_events');
    expect((await detail(good.id)).request.status).toBe('overdue');
    expect((await detail(bad.id)).request.status).toBe('dispatched');
    await agency.runJob('relay.sweep');
    expect((await detail(bad.id)).request.status).toBe('overdue');
  });

  it('hands an overdue assignment to the second platform of its route, which settles it', async () => {
    await agency.addRoute('covered', first, { sla_minutes: 10, fallback_platform_id: second });
    const { id } = await ask({ service_code: 'covered' });
    await sweepAfter(11 * minute);
    await agency.runJob('relay.sweep');
    const { assignments, events } = await detail(id);
    expect(assignments).toMatchObject([
      { platform_id: first, status: 'overdue' },
      { platform_id: second, status: 'acknowledged', due_at: inMinutes(10) },
    ]);
    expect(events.filter(({ type }: { type: string }) => type === 'rerouted')).toHaveLength(1);
    const settled = await respond(assignments[1].id, { status: 'done', result: 'taken over' });
    expect(settled.body.data).toMatchObject({ fulfilled: true });
    // The late answer of the first is kept, and nobody is escalated any more.
    await sweepAfter(60 * minute);
    expect(await typesOf(id)).not.toContain('escalated');
    const late = await respond(assignments[0].id, { status: 'done' });
    expect([late.status, late.body.data.request.status]).toEqual([200, 'fulfilled']);
  });
});

describe('the overview', () => {
  it('counts requests and assignments, with fractions of 1', async () => {
    const found = await agency.see('/overview');
    const { items } = await agency.see('/requests?limit=200');
    const count = (...statuses: string[]) =>
      items.filter(({ status }: { status: string }) => statuses.includes(status)).length;
    expect(found).toMatchObject({
      total: items.length,
      in_progress: count('received', 'dispatched', 'in_progress'),
      overdue: count('overdue'),
      fulfilled: count('fulfilled'),
    });
    expect(found.status_buckets.map(({ status }: { status: string }) => status)).toContain('rejected');
    for (const { total, done, overdue, pending, compliance_pct } of found.platforms) {
      expect(total).toBe(done + overdue + pending);
      expect(compliance_pct >= 0 && compliance_pct <= 1).toBe(true);
    }
    expect(found.recent_events).toHaveLength(20);
  });
});

describe('the demonstration', () => {
  it('seeds once, asks, answers what was held for 20 seconds, and forwards two', async () => {
    const demo = await openAgency('demo', clock, { env: { GOV_DEMO_SEED: 'true' } });
    const { database, outbox, http } = demo.server.app;
    const deps = { database, outbox, self: { selfCode: 'demo' }, random: () => 0.5 } as unknown as DemoDeps;
    await seedRelay(deps, clock.now());
    const { items } = await demo.see('/platforms');
    expect(
      items.map((each: { direction: string; endpoint_url: string }) => [each.direction, each.endpoint_url]),
    ).toEqual(expect.arrayContaining([['upstream', 'demo://loopback']]));
    // Beside these, the agencies of the sandbox.
    const silent = items.filter(({ endpoint_url }: { endpoint_url: string }) =>
      endpoint_url.startsWith('demo:'),
    );
    expect(silent).toHaveLength(5);
    const routes = (await demo.see('/routes')).items.map(
      (each: { service_code: string; sla_minutes: number }) => [each.service_code, each.sla_minutes],
    );
    expect(routes.filter(([code]: string[]) => !code?.startsWith('WS')).toSorted()).toEqual([
      ['background-check', 60],
      ['residence-cert', 30],
      ['residence-cert', 45],
      ['tax-clearance', 40],
    ]);
    for (let n = 0; n < 3; n += 1) await ingestDemo(deps, clock.now());
    const [newest] = (await demo.see('/requests')).items;
    expect(new Date(newest.due_at).getTime() - new Date(newest.received_at).getTime()).toBe(90_000);
    clock.advance(19_000);
    await answerDemo(deps, clock.now(), http.ownLogger);
    expect((await demo.see('/overview')).fulfilled).toBe(0);
    clock.advance(1000);
    await answerDemo(deps, clock.now(), http.ownLogger);
    expect((await demo.see('/overview')).fulfilled).toBe(3);
    const forwarded = (await demo.see('/overview')).recent_events.filter(
      ({ type }: { type: string }) => type === 'forwarded_up',
    );
    expect(forwarded).toHaveLength(2);
    await demo.world.close();
  });
});
