import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createLogger } from '../../kernel/observability/logger.ts';
import { accessRecorder } from '../audit-log/index.ts';
import { securityEvents } from './index.ts';
import { serverKinds } from './record.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let admin: SignedIn;
let manager: SignedIn;
let citizen: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  admin = await signInAs('admin', 0);
  manager = await signInAs('manager', 1);
  citizen = await signInAs('user', 2);
});
afterAll(() => world.close());

async function signInAs(role: string, index: number): Promise<SignedIn> {
  const person = await phone.citizen(/^ordinary/, index);
  const { userId } = await signIn(server, phone, person);
  await world.database.query(
    'update users set role_id = (select id from roles where key = $2) where id = $1',
    [userId, role],
  );
  return signIn(server, phone, person);
}

const path = '/api/v1/security/events';
/** Each call comes from a different address, because another test covers the limit. */
const report = (body: unknown, caller = createCaller(server.url)) =>
  caller.post(path, body, { token: citizen.token, headers: { 'user-agent': 'Phone/1.0' } });
const list = async (query = '') => {
  const answer = await createCaller(server.url).get(path + query, { token: admin.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('security.events.report', () => {
  it('stores the report, with person, address and client taken from the request', async () => {
    const caller = createCaller(server.url);
    const detail = { screen: 'login', tries: 3, seen: ['a', 'b'], device: { rooted: true, os: null } };
    const answer = await report(
      { kind: 'clipboard_read', severity: 'high', source: 'android-app', detail },
      caller,
    );
    expect([answer.status, answer.body.data]).toEqual([202, {}]);
    expect((await list('?kind=clipboard_read')).items).toEqual([
      {
        id: expect.any(Number),
        received_at: world.clock.now().toISOString(),
        user_id: citizen.userId,
        kind: 'clipboard_read',
        severity: 'high',
        source: 'android-app',
        user_agent: 'Phone/1.0',
        ip: caller.ip,
        detail,
      },
    ]);
    const [audited] = await world.database.query(
      'select action, actor_user_id, metadata from audit_log where request_id = $1',
      [answer.body.request_id],
    );
    expect(audited).toEqual({
      action: 'security.event.reported',
      actor_user_id: citizen.userId,
      metadata: { severity: 'high' },
    });
  });

  it('records the reading for every person concerned by a page of events', async () => {
    const mine = await createCaller(server.url).get('/api/v1/users/me/access-log', { token: citizen.token });
    expect(mine.body.data.items).toMatchObject([{ purpose: 'security.events.list', by: { role: 'admin' } }]);
  });

  it('requires only a kind', async () => {
    await report({ kind: 'odd' });
    const [event] = (await list('?kind=odd')).items;
    expect(Object.keys(event).sort()).toEqual(['id', 'ip', 'kind', 'received_at', 'user_agent', 'user_id']);
  });

  it.each([
    ['somebody to accuse', { kind: 'x', user_id: '00000000-0000-4000-8000-000000000000' }, 422],
    ['an address', { kind: 'x', ip: '1.2.3.4' }, 422],
    ['a time', { kind: 'x', received_at: '2020-01-01T00:00:00Z' }, 422],
    ['no kind', {}, 422],
    ['a kind of 81 letters', { kind: 'x'.repeat(81) }, 422],
    ['a kind of two lines', { kind: 'a\nb' }, 422],
    ['an unknown severity', { kind: 'x', severity: 'extreme' }, 422],
    ['a detail that is no object', { kind: 'x', detail: ['a'] }, 422],
    ['a null character', { kind: 'x', detail: { a: 'b\u0000' } }, 422],
    ['half a character', { kind: 'x', detail: { a: 'b\ud800' } }, 422],
    ['a name that is none', { kind: 'x', detail: { 'a b': 1 } }, 422],
    ['a detail deeper than two steps', { kind: 'x', detail: { a: { b: { c: 1 } } } }, 422],
    ['more than 50 names', { kind: 'x', detail: Object.fromEntries(numbered(51)) }, 422],
    ['a detail over 8 KiB', { kind: 'x', detail: { a: 'x'.repeat(4000), b: 'ө'.repeat(2100) } }, 413],
    ['a body over 16 KiB', { kind: 'x', detail: Object.fromEntries(numbered(5, 'x'.repeat(4000))) }, 413],
  ])('refuses %s', async (_what, body, status) => {
    expect((await report(body)).status).toBe(status);
  });

  it('refuses the kinds that only the platform records, in any spelling', async () => {
    for (const kind of [...serverKinds, 'Refresh_Reuse']) {
      const answer = await report({ kind });
      expect([answer.status, answer.body.error]).toEqual([400, 'kind_reserved']);
    }
  });

  it('accepts ten at once from one address', async () => {
    const caller = createCaller(server.url);
    const answers = await Promise.all(Array.from({ length: 11 }, () => report({ kind: 'flood' }, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(202), 429]);
  });

  it('requires a signed-in person', async () => {
    expect((await createCaller(server.url).post(path, { kind: 'x' })).status).toBe(401);
  });
});

describe('security.events.list', () => {
  it('filters, newest first, and pages by cursor', async () => {
    for (const severity of ['low', 'critical', 'low', 'critical', 'low']) {
      world.clock.advance(1000);
      await report({ kind: 'paged', severity });
    }
    const all = (await list('?kind=paged')).items;
    expect(all.map((event: { severity: string }) => event.severity)).toEqual([
      'low',
      'critical',
      'low',
      'critical',
      'low',
    ]);
    expect(new Date(all[0].received_at).getTime()).toBeGreaterThan(new Date(all[4].received_at).getTime());
    expect((await list('?kind=paged&severity=critical')).items).toEqual([all[1], all[3]]);
    expect((await list(`?kind=paged&from=${all[3].received_at}&to=${all[1].received_at}`)).items).toEqual([
      all[2],
      all[3],
    ]);
    const first = await list('?kind=paged&limit=2');
    const second = await list(`?kind=paged&limit=200&cursor=${first.next}`);
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second).not.toHaveProperty('next');
    expect([first.total, second.total]).toEqual([all.length, all.length]);
  });

  it('is for administrators: anonymous 401, a citizen and a manager 403', async () => {
    expect((await createCaller(server.url).get(path)).status).toBe(401);
    for (const who of [citizen, manager])
      expect((await createCaller(server.url).get(path, { token: who.token })).status).toBe(403);
  });
});

describe('security_events, for the application role', () => {
  const as = async (userId: string | null, role: string, text: string) => {
    const app = new pg.Client({
      connectionString: world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    try {
      await app.query('begin');
      await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
        userId ?? '',
        role,
      ]);
      return (await app.query(text)).rows.length;
    } finally {
      await app.end();
    }
  };

  it('shows rows only to administrators', async () => {
    const all = 'select id from security_events';
    expect(await as(admin.userId, 'admin', all)).toBeGreaterThan(5);
    for (const role of ['none', 'user', 'manager']) expect(await as(citizen.userId, role, all)).toBe(0);
  });

  it('lets a person report only under their own identity', async () => {
    const insert = (userId: string) =>
      `insert into security_events (received_at, user_id, kind) values (now(), '${userId}', 'x')`;
    await as(citizen.userId, 'user', insert(citizen.userId));
    await as(null, 'system', insert(citizen.userId));
    for (const role of ['user', 'manager', 'admin'])
      await expect(as(citizen.userId, role, insert(admin.userId))).rejects.toThrow('row-level security');
  });

  it('allows no change or removal, and no direct access to its partitions', async () => {
    for (const text of [
      'update security_events set ip = null',
      'delete from security_events',
      'truncate security_events',
      'drop table security_events',
      'select * from security_events_default',
    ])
      await expect(as(null, 'system', text)).rejects.toMatchObject({ code: '42501' });
  });

  it('is partitioned by month, and partitions past their retention are dropped', async () => {
    await world.database.query(
      `insert into security_events (received_at, kind) values (now() - interval '5 months', 'old')`,
    );
    const keep = (retentionMonths: number) =>
      securityEvents({
        database: server.app.database,
        retentionMonths,
        shown: accessRecorder('security.events.list'),
      }).jobs?.[0]?.run({}, { now: world.clock.now(), log: createLogger('silent') });
    const old = () => world.database.query(`select from security_events where kind = 'old'`);
    await keep(6);
    expect(await old()).toHaveLength(1);
    await keep(3);
    expect(await old()).toHaveLength(0);
    expect((await list('?kind=paged')).items).toHaveLength(5);
  });
});

function numbered(count: number, value: unknown = 1): [string, unknown][] {
  return Array.from({ length: count }, (_, at) => [`k${at}`, value]);
}
