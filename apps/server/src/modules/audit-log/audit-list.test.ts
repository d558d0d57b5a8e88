import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { recordAccess } from './index.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let admin: SignedIn;
let otherAdmin: SignedIn;
let manager: SignedIn;
let citizen: SignedIn;

interface Entry {
  id: number;
  occurred_at: string;
  action: string;
  category: string;
  actor_user_id?: string;
  target?: string;
  chain_hash?: string;
}

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  [admin, otherAdmin, manager, citizen] = [
    await signInAs('admin', 0),
    await signInAs('admin', 1),
    await signInAs('manager', 2),
    await signInAs('user', 3),
  ];
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

const audit = (query = '', who: SignedIn = admin, options: CallOptions = {}) =>
  createCaller(server.url).get(`/api/v1/audit/${query}`, { token: who.token, ...options });
const items = async (query = '', who: SignedIn = admin) => {
  const answer = await audit(query, who);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items as Entry[];
};
const accessLog = async (who: SignedIn, options: CallOptions = {}, query = '') =>
  (
    await createCaller(server.url).get(`/api/v1/users/me/access-log${query}`, {
      token: who.token,
      ...options,
    })
  ).body.data;

describe('audit.list', () => {
  it('lists the newest first with all fields and the total', async () => {
    await server.app.sealer.drain();
    const answer = await audit('?limit=200');
    const { items: found, ...rest } = answer.body.data;
    expect(rest).toEqual({ total: found.length });
    expect(found.length).toBeGreaterThan(7);
    const order = found.map((entry: Entry) => [entry.occurred_at, entry.id]);
    expect(order).toEqual([...order].sort().reverse());
    expect(found[0]).toMatchObject({
      action: 'auth.eid.login',
      category: 'auth',
      actor_user_id: citizen.userId,
      target: citizen.userId,
      request_id: expect.any(String),
      metadata: { level: 'QUALIFIED' },
      prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      chain_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('pages by a cursor that newer rows do not move', async () => {
    const all = (await items('?limit=200')).map(({ id }) => id);
    const seen: number[] = [];
    let query = '?limit=3';
    for (;;) {
      const { data } = (await audit(query)).body;
      seen.push(...data.items.map((entry: Entry) => entry.id));
      if (data.next === undefined) break;
      await signIn(server, phone, await phone.citizen(/^ordinary/, 5));
      world.clock.advance(10);
      query = `?limit=3&cursor=${data.next}`;
    }
    expect(seen).toEqual(all);
  });

  it('filters by action, category, actor, target and time', async () => {
    world.clock.advance(60_000);
    const from = world.clock.now().toISOString();
    const citizen = await phone.citizen(/^ordinary/, 3);
    await createCaller(server.url).put(
      '/api/v1/me/latin-name',
      { first_name_en: citizen.given_name_en.toUpperCase() },
      { token: (await signIn(server, phone, citizen)).token },
    );
    world.clock.advance(60_000);
    const to = world.clock.now().toISOString();
    const named = await items('?action=users.latin_name.set');
    expect(named.map(({ action }) => action)).toEqual(['users.latin_name.set']);
    expect((await items('?category=users')).map(({ id }) => id)).toEqual(named.map(({ id }) => id));
    for (const entry of await items(`?actor=${manager.userId}`))
      expect(entry.actor_user_id).toBe(manager.userId);
    for (const entry of await items(`?target=${manager.userId}&category=auth`))
      expect(entry).toMatchObject({ target: manager.userId, category: 'auth' });
    expect((await items(`?from=${from}&to=${to}`)).map(({ action }) => action)).toEqual([
      'users.latin_name.set',
      'auth.eid.login',
    ]);
    expect(await items(`?from=${to}&category=users`)).toEqual([]);
    expect(await items(`?to=2001-01-01T00:00:00Z`)).toEqual([]);
    expect(await items('?action=no.such')).toEqual([]);
  });

  it.each([
    ['an offset', '?offset=10', 422],
    ['a limit above 200', '?limit=201', 422],
    ['a limit of zero', '?limit=0', 422],
    ['an invented cursor', "?cursor=1' or '1", 422],
    ['an actor that is no id', '?actor=x', 422],
    ['a null character', '?target=a%00b', 422],
    ['a time that does not exist', '?from=2026-13-01T00:00:00Z', 422],
    ['the year zero', '?from=0000-01-01T00:00:00Z', 400],
    ['a leap second', '?from=2016-12-31T23:59:60Z', 400],
  ])('rejects %s', async (_what, query, status) => {
    expect((await audit(query)).status).toBe(status);
  });

  it('is for administrators: 401 without a session, 403 to a citizen and a manager', async () => {
    expect((await createCaller(server.url).get('/api/v1/audit/')).status).toBe(401);
    for (const who of [citizen, manager]) {
      const answer = await audit(`?actor=${who.userId}`, who);
      expect([answer.status, answer.body.error]).toEqual([403, 'forbidden']);
    }
  });
});

/** Sessions expire meanwhile, so everyone signs in again. */
async function pass(minutes: number): Promise<void> {
  world.clock.advance(minutes * 60_000);
  [admin, otherAdmin, manager, citizen] = [
    await signInAs('admin', 0),
    await signInAs('admin', 1),
    await signInAs('manager', 2),
    await signInAs('user', 3),
  ];
}
const aDay = 24 * 60;
const entriesOf = (who: SignedIn) =>
  world.database.query<{ id: number }>(`select id from audit_log where category = 'access' and target = $1`, [
    who.userId,
  ]);

describe('users.me.access_log', () => {
  it('shows a person each viewer, role and purpose in their language', async () => {
    await pass(aDay);
    const before = (await accessLog(citizen)).items.length;
    await audit(`?actor=${citizen.userId}`);
    const { items: found } = await accessLog(citizen);
    const looker = await phone.citizen(/^ordinary/, 0);
    expect(found).toHaveLength(before + 1);
    expect(found[0]).toEqual({
      id: expect.any(Number),
      occurred_at: world.clock.now().toISOString(),
      first_at: world.clock.now().toISOString(),
      by: { name: `${looker.surname} ${looker.given_name}`, role: 'admin' },
      purpose: 'audit.list',
      purpose_text: 'Looked through the audit log for what you did or what concerns you',
    });
    const inMongolian = await accessLog(citizen, { headers: { 'accept-language': 'mn' } });
    expect(inMongolian.items[0].purpose_text).toMatch(/^Аудитын бүртгэлээс/);
  });

  it('groups by viewer, matter and day, with the first and the last access', async () => {
    await pass(aDay);
    const query = `?actor=${citizen.userId}`;
    const lines = (await accessLog(citizen)).items.length;
    const entries = (await entriesOf(citizen)).length;
    const first = world.clock.now().toISOString();
    await audit(query);
    world.clock.advance(60_000);
    await audit(query);
    // Fetching the same page again adds no entry.
    expect(await entriesOf(citizen)).toHaveLength(entries + 1);
    await pass(16);
    await audit(query);
    expect(await entriesOf(citizen)).toHaveLength(entries + 2);
    const [line, ...older] = (await accessLog(citizen)).items;
    expect(older).toHaveLength(lines);
    expect(line).toMatchObject({ first_at: first, occurred_at: world.clock.now().toISOString() });
    await audit(query, otherAdmin);
    expect((await accessLog(citizen)).items).toHaveLength(lines + 2);
    await pass(aDay);
    await audit(query);
    expect((await accessLog(citizen)).items).toHaveLength(lines + 3);
  });

  it('starts a day at midnight in the platform’s time zone', async () => {
    const midnight = Date.parse(`${world.clock.now().toISOString().slice(0, 10)}T16:00:00Z`) + 2 * 86_400_000;
    const lines = (await accessLog(citizen)).items.length;
    await pass((midnight - 5 * 60_000 - world.clock.now().getTime()) / 60_000);
    await audit(`?actor=${citizen.userId}`);
    await pass(20);
    await audit(`?actor=${citizen.userId}`);
    const { items: found } = await accessLog(citizen);
    expect(found).toHaveLength(lines + 2);
    expect(found[0].occurred_at.slice(0, 10)).toBe(found[1].occurred_at.slice(0, 10));
  });

  it('records an access for any spelling of the person’s id in the query', async () => {
    await pass(aDay);
    const before = (await accessLog(citizen)).items.length;
    await audit(`?actor=${citizen.userId.toUpperCase()}&target=${citizen.userId}`);
    expect((await accessLog(citizen)).items).toHaveLength(before + 1);
  });

  it('records an entry for everyone on a page of the log, except targets of earlier accesses', async () => {
    await pass(aDay);
    const before = await Promise.all([citizen, manager].map(async (who) => (await entriesOf(who)).length));
    await audit('?category=auth');
    const after = await Promise.all([citizen, manager].map(async (who) => (await entriesOf(who)).length));
    expect(after).toEqual(before.map((count) => count + 1));
    await pass(16);
    const all = async () =>
      (await world.database.query(`select from audit_log where category = 'access'`)).length;
    const looks = await all();
    await audit('?category=access');
    // Both administrators are shown, but the viewer's own access is not recorded.
    expect(await all()).toBe(looks + 1);
  });

  it('names the office of the officer, in an entry from another module', async () => {
    await changeAsSystem(server, world.clock.now(), async (tx) =>
      recordAccess(tx, {
        personId: citizen.userId,
        actor: { userId: manager.userId, roleKey: 'manager' },
        row: 'core.users',
        office: 'Жишээ сум',
      }),
    );
    const [entry] = (await accessLog(citizen)).items;
    expect(entry.by).toEqual({ role: 'manager', office: 'Жишээ сум' });
  });

  it('reveals nothing about the officer except name and role', async () => {
    await audit(`?target=${citizen.userId}`);
    const text = JSON.stringify(await accessLog(citizen));
    const looker = await phone.citizen(/^ordinary/, 0);
    for (const secret of [
      admin.userId,
      looker.national_id,
      looker.civil_id,
      admin.caller.ip,
      'request_id',
      'hash',
    ])
      expect(text).not.toContain(secret);
  });

  it('shows each person only accesses to their own data', async () => {
    await audit(`?actor=${manager.userId}&target=${otherAdmin.userId}`);
    await audit(`?target=${citizen.userId}`, otherAdmin);
    for (const who of [citizen, manager, otherAdmin, admin]) {
      const own = new Set((await entriesOf(who)).map(({ id }) => Number(id)));
      const { items: found } = await accessLog(who);
      expect(found.length).toBeGreaterThan(0);
      for (const { id } of found as Entry[]) expect(own.has(id)).toBe(true);
    }
  });

  it('records no entry for an access to oneself or to nobody', async () => {
    await pass(16);
    const count = async () =>
      (await world.database.query(`select from audit_log where category = 'access'`)).length;
    const before = await count();
    for (const query of [
      `?actor=${admin.userId}`,
      '?target=00000000-0000-4000-8000-000000000000',
      '?target=platform',
    ])
      await audit(query);
    expect(await count()).toBe(before);
  });

  it('pages by cursor', async () => {
    const whole = (await accessLog(citizen)).items;
    expect(whole.length).toBeGreaterThan(2);
    const first = await accessLog(citizen, {}, '?limit=2');
    const second = await accessLog(citizen, {}, `?limit=200&cursor=${first.next}`);
    expect([...first.items, ...second.items]).toEqual(whole);
    expect([first.total, second.total]).toEqual([whole.length, whole.length]);
  });

  it('answers 401 without a session', async () => {
    expect((await createCaller(server.url).get('/api/v1/users/me/access-log')).status).toBe(401);
  });
});

describe('audit.verify', () => {
  const alarms = () =>
    world.database.query<{ severity: string; detail: object }>(
      `select severity, detail from security_events where kind = 'audit_chain_broken'`,
    );
  const verify = (query = '') =>
    createCaller(server.url).get(`/api/v1/audit/verify${query}`, { token: admin.token });

  it('raises no alarm for an intact log or an unknown starting row', async () => {
    await server.app.sealer.drain();
    expect((await verify()).body.data.ok).toBe(true);
    expect((await verify('?from_id=999999999')).body.data).toMatchObject({ ok: false, reason: 'missing' });
    expect(await alarms()).toEqual([]);
  });

  it('records damage as a security event and in the log itself', async () => {
    const [row] = await items('?action=users.latin_name.set');
    await world.database.query(`update audit_log set metadata = '{"forged": true}' where id = $1`, [row?.id]);
    const { data, request_id } = (await verify('?whole=true')).body;
    expect(data).toMatchObject({ ok: false, broken_id: row?.id, reason: 'altered' });
    expect(await alarms()).toEqual([
      {
        severity: 'critical',
        detail: { broken_id: row?.id, reason: 'altered', checked: data.checked },
      },
    ]);
    expect(await items('?action=audit.chain.broken')).toMatchObject([
      { request_id, actor_user_id: admin.userId, metadata: { broken_id: row?.id } },
    ]);
  });
});
