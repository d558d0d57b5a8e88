import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import { type Citizen, runQr, signIn } from '../../../test/citizens.ts';
import type { TestServer } from '../../../test/server.ts';
import { callAs, errorOf, openPlatform, type Platform } from './test/people.ts';

let platform: Platform;
let second: TestServer;
let admin: ReturnType<typeof callAs>;
let helper: ReturnType<typeof callAs>;

beforeAll(async () => {
  platform = await openPlatform();
  second = await platform.startServer();
  admin = callAs(platform.server, await platform.personAs('admin'));
  await platform.makeRole('helper', ['users.manage']);
  helper = callAs(platform.server, await platform.personAs('helper'));
});
afterAll(() => platform.world.close());

const eventsOf = (answer: Answer) =>
  platform.world.database.query('select action, target, metadata from audit_log where request_id = $1', [
    answer.body.request_id,
  ]);
const usersOf = async (query: string, as = admin): Promise<{ id: string }[]> => {
  const answer = await as.get(`/admin/users?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
};
const found = async (q: string) => (await usersOf(`q=${encodeURIComponent(q)}`)).map(({ id }) => id);
const rowOf = async (id: string) =>
  (
    await platform.world.database.query<Record<string, unknown>>('select * from users where id = $1', [id])
  )[0];
const someId = '11111111-2222-4333-8444-555555555555';

let numbers = 10_000_000;
const newNumber = () => {
  numbers += 1;
  return `ЯЯ${numbers}`;
};
const registered = async (body: object = {}): Promise<string> => {
  const answer = await admin.post('/admin/users', { register: newNumber(), ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
};

describe('admin.users.list', () => {
  it('lists people without their register numbers, to any role with users.manage', async () => {
    const person = await platform.personAs('user');
    for (const as of [admin, helper]) {
      const shown = (await usersOf('limit=200', as)).find(({ id }) => id === person.userId);
      const { first_name, last_name, full_name_en } = shown as Record<string, string>;
      expect(shown).toEqual({
        id: person.userId,
        authorities: [],
        authority_ids: [],
        username: expect.stringMatching(/^eid_/),
        first_name: expect.any(String),
        last_name: expect.any(String),
        full_name: `${last_name} ${first_name}`,
        full_name_en,
        email: '',
        role_id: 4,
        role: 'user',
        active: true,
        created_at: expect.stringMatching(/Z$/),
        updated_at: null,
      });
    }
  });

  it('records one access-log entry per person shown, in one statement, and none for a quick repeat', async () => {
    const viewer = await platform.personAs('admin');
    const as = callAs(platform.server, viewer);
    const people = await usersOf('limit=200', as);
    expect(people.length).toBeGreaterThan(2);
    await usersOf('limit=200', as);
    const entries = await platform.world.database.query<{ target: string; requests: number }>(
      `select target from audit_log where category = 'access' and actor_user_id = $1
         and metadata = '{"row": "admin.users.list", "role": "admin"}'`,
      [viewer.userId],
    );
    const others = people.map(({ id }) => id).filter((id) => id !== viewer.userId);
    expect(entries.map(({ target }) => target).sort()).toEqual(others.sort());
  });

  it('finds people by name prefixes in either script, in any order and case', async () => {
    const id = await registered({
      first_name: 'Ёндонжамц',
      last_name: 'Өлзийхутаг',
      first_name_en: 'Yondonjamts',
      last_name_en: "O'Ulzii-Khutag",
    });
    for (const q of [
      'ёндон',
      'ӨЛЗИЙ',
      'Өлзийхутаг Ёндонжамц',
      'ёндонжамц өлз',
      'yondon',
      'YONDONJAMTS',
      'khutag',
      "O'Ulz",
      '  ёндон  ',
    ])
      expect(await found(q), q).toContain(id);
    for (const q of [
      'дондон',
      'ёндон болд',
      'yondonjamtsx',
      "''",
      "\\' | 'a",
      '%%',
      '__',
      ':*',
      '!!',
      '&&',
      '((',
    ])
      expect(await found(q), q).not.toContain(id);
  });

  it('finds a person by username, and by register number only when it is complete', async () => {
    const register = newNumber();
    const id = await registered({ register, first_name: 'Only' });
    const { username } = (await rowOf(id)) as { username: string };
    expect(username).toBe(`reg_${register.toLowerCase()}`);
    expect(await found(username)).toEqual([id]);
    expect(await found(` ${register.toLowerCase()} `)).toEqual([id]);
    const citizen = await platform.phone.citizen(/^ordinary/, 6);
    const { userId } = await signIn(platform.server, platform.phone, citizen);
    expect(await found(citizen.national_id)).toEqual([userId]);
    expect(await found(citizen.national_id.slice(0, 8))).toEqual([]);
    expect(await found(`eid_${citizen.civil_id}`)).toEqual([userId]);
  });

  it('filters by role and state, counts all rows, and pages without repeats or gaps', async () => {
    await platform.makeRole('paged', []);
    const ids: string[] = [];
    for (let made = 0; made < 7; made += 1) ids.push(await platform.plant('paged'));
    const roleId = (await rowOf(ids[0] ?? ''))?.['role_id'];
    const seen: string[] = [];
    for (const offset of [0, 3, 6]) {
      const { items, total } = (await admin.get(`/admin/users?role=${roleId}&limit=3&offset=${offset}`)).body
        .data;
      expect(total).toBe(7);
      seen.push(...items.map(({ id }: { id: string }) => id));
    }
    expect([seen.length, new Set(seen)]).toEqual([7, new Set(ids)]);
    await admin.put(`/admin/users/${ids[0]}/active`, { active: false });
    expect(await usersOf(`role=${roleId}&active=false`)).toMatchObject([{ id: ids[0], active: false }]);
    expect(await usersOf(`role=${roleId}&active=true`)).toHaveLength(6);
    await admin.remove(`/admin/users/${ids[0]}`);
    expect(await usersOf(`role=${roleId}`)).toHaveLength(6);
  });

  describe('sorted', () => {
    let roleId = 0;
    let byName: string[] = [];
    let byCreated: string[] = [];
    beforeAll(async () => {
      await platform.makeRole('sorted', []);
      const people = [
        ['Ү', 'Б', 1],
        ['О', 'Б', 1],
        ['Ө', 'А', 2],
        ['О', 'Б', 1],
        ['О', 'А', 3],
        ['', '', 1],
        ['О', 'Б', 2],
      ] as const;
      const made: { id: string; last: string; first: string; day: number }[] = [];
      for (const [last, first, day] of people) {
        const id = await platform.plant('sorted');
        await platform.world.database.query(
          `update users set last_name = $2, first_name = $3, created_at = $4 where id = $1`,
          [id, last, first, `2020-01-0${day}T00:00:00.123456Z`],
        );
        made.push({ id, last, first, day });
      }
      roleId = Number((await rowOf(made[0]?.id ?? ''))?.['role_id']);
      const alphabet = ['', 'А', 'Б', 'О', 'Ө', 'Ү'];
      const place = (letter: string) => alphabet.indexOf(letter);
      const sort = (compare: (a: (typeof made)[0], b: (typeof made)[0]) => number) =>
        made.toSorted((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
      byName = sort((a, b) => place(a.last) - place(b.last) || place(a.first) - place(b.first));
      byCreated = sort((a, b) => a.day - b.day);
    });
    const pageOf = async (query: string) =>
      (await admin.get(`/admin/users?role=${roleId}&limit=2&${query}`)).body.data;
    const readOn = async (query: string, onPage: () => Promise<unknown> = async () => undefined) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageOf(cursor === undefined ? query : `${query}&cursor=${cursor}`);
        seen.push(...page.items.map(({ id }: { id: string }) => id));
        cursor = page.next;
        await onPage();
      } while (cursor !== undefined);
      return seen;
    };

    it('lists by name or registration, in both directions, and pages across equal names', async () => {
      expect(await readOn('sort=name')).toEqual(byName);
      expect(await readOn('sort=-name')).toEqual(byName.toReversed());
      expect(await readOn('sort=created_at')).toEqual(byCreated);
      expect(await readOn('')).toEqual(byCreated.toReversed());
      const pages = [0, 2, 4, 6].map((offset) =>
        usersOf(`role=${roleId}&limit=2&sort=name&offset=${offset}`),
      );
      expect((await Promise.all(pages)).flat().map(({ id }) => id)).toEqual(byName);
    });

    it('neither repeats nor misses a person while others are added', async () => {
      const seen = await readOn('sort=name', () => platform.plant('sorted'));
      expect(seen.filter((id) => byName.includes(id))).toEqual(byName);
    });

    it('refuses a cursor of another order, an invented one, and one with an offset', async () => {
      const { next } = await pageOf('sort=name');
      const write = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
      const id = byName[0];
      for (const query of [
        `sort=-name&cursor=${next}`,
        `cursor=${next}`,
        `sort=name&offset=2&cursor=${next}`,
        'sort=name&cursor=x',
        `sort=name&cursor=${write('name', 'О', id)}`,
        `sort=name&cursor=${write('name', 'О', '\0', id)}`,
        `sort=name&cursor=${write('name', 'О', 7, id)}`,
        `sort=name&cursor=${write('name', 'О', 'Б', 'x')}`,
        `sort=created_at&cursor=${write('created_at', '2026-02-30T00:00:00.000Z', id)}`,
        `sort=created_at&cursor=${write('created_at', '0000-01-01T00:00:00.000Z', id)}`,
      ])
        expect(errorOf(await admin.get(`/admin/users?${query}`)), query).toEqual([422, 'validation_failed']);
    });
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'offset=-1',
    'role=admin',
    'active=maybe',
    'q=',
    'q=%00',
    'sort=id',
  ])('answers 422 to ?%s', async (query) => {
    expect(errorOf(await admin.get(`/admin/users?${query}`))).toEqual([422, 'validation_failed']);
  });
});

describe('admin.users.register', () => {
  it('creates a row that the person’s first sign-in takes over, keeping the granted role', async () => {
    const citizen = await platform.phone.citizen(/^QSCD/);
    const role = await platform.makeRole('reader', ['dashboard.view']);
    const answer = await admin.post('/admin/users', {
      register: ` ${citizen.national_id.toLowerCase()} `,
      first_name: 'Бат',
      role_id: role,
    });
    expect([answer.status, answer.body.data]).toEqual([
      201,
      expect.objectContaining({
        username: `reg_${citizen.national_id.toLowerCase()}`,
        first_name: 'Бат',
        role: 'reader',
        active: true,
      }),
    ]);
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.registered', target: answer.body.data.id, metadata: { role_id: role } },
    ]);
    const session = await signIn(platform.server, platform.phone, citizen);
    expect(session.userId).toBe(answer.body.data.id);
    expect(await rowOf(session.userId)).toMatchObject({
      civil_id: citizen.civil_id,
      first_name: citizen.given_name,
      role_id: role,
    });
  });

  it('rejects a register number that is taken, also by a deleted account', async () => {
    const register = newNumber();
    const id = await registered({ register });
    expect(errorOf(await admin.post('/admin/users', { register }))).toEqual([409, 'conflict']);
    await admin.remove(`/admin/users/${id}`);
    expect(errorOf(await admin.post('/admin/users', { register }))).toEqual([409, 'conflict']);
  });

  it('replays the first answer under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'person-once' };
    const body = { register: newNumber() };
    const [first, again] = [
      await admin.post('/admin/users', body, { headers }),
      await admin.post('/admin/users', body, { headers }),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('rejects an invalid register number and an unknown role', async () => {
    for (const register of ['AB12345678', 'УБ1234567', 'УБ123456789', '1234567890'])
      expect(errorOf(await admin.post('/admin/users', { register }))).toEqual([400, 'invalid_national_id']);
    const unknown = await admin.post('/admin/users', { register: newNumber(), role_id: 99_999 });
    expect(errorOf(unknown)).toEqual([422, 'validation_failed']);
  });

  it.each([
    ['no register number', {}],
    ['a short register number', { register: 'УБ12' }],
    ['a long register number', { register: 'У'.repeat(21) }],
    ['a long name', { register: 'УБ12345678', first_name: 'х'.repeat(101) }],
    ['Cyrillic in a Latin name', { register: 'УБ12345678', last_name_en: 'Дорж' }],
    ['markup in a name', { register: 'УБ12345678', first_name: '<b>' }],
    ['a civil id', { register: 'УБ12345678', civil_id: '1' }],
  ])('answers 422 to %s', async (_what, body) => {
    expect(errorOf(await admin.post('/admin/users', body))).toEqual([422, 'validation_failed']);
  });
});

describe('admin.users.change', () => {
  it('sets a unique citizen number and removes it', async () => {
    const [one, other] = [await registered(), await registered()];
    const answer = await admin.put(`/admin/users/${one}`, { ge_id: 'GE-0001' });
    expect([answer.status, answer.body.data.ge_id]).toEqual([200, 'GE-0001']);
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.ge_id.set', target: one, metadata: { present: true } },
    ]);
    expect(errorOf(await admin.put(`/admin/users/${other}`, { ge_id: 'GE-0001' }))).toEqual([
      409,
      'conflict',
    ]);
    const same = await admin.put(`/admin/users/${one}`, { ge_id: 'GE-0001' });
    expect([same.status, await eventsOf(same)]).toEqual([200, []]);
    const cleared = await admin.put(`/admin/users/${one}`, { ge_id: null });
    expect(cleared.body.data).not.toHaveProperty('ge_id');
    expect((await admin.put(`/admin/users/${one}`, { ge_id: 'GE-0001' })).status).toBe(200);
  });

  it('passes a number on only when an administrator confirms, and tells both people', async () => {
    const [holder, taker] = [await platform.personAs('user'), await platform.personAs('user')];
    const path = (person: typeof holder) => `/admin/users/${person.userId}`;
    await admin.put(path(holder), { ge_id: 'GE-0002' });
    expect(errorOf(await helper.put(path(holder), { ge_id: null }))).toEqual([403, 'forbidden']);
    await admin.put(path(holder), { ge_id: null });
    const passed = { ge_id: 'GE-0002', confirm_reuse: true };
    expect(errorOf(await helper.put(path(taker), passed))).toEqual([403, 'forbidden']);
    expect(errorOf(await admin.put(path(taker), { ge_id: 'GE-0002' }))).toEqual([409, 'number_held_before']);
    const answer = await admin.put(path(taker), passed);
    expect(answer.body.data.ge_id).toBe('GE-0002');
    const [own, others] = [holder.userId, taker.userId];
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.ge_id.set', target: others, metadata: { present: true, former_holder: own } },
      { action: 'users.ge_id.passed', target: own, metadata: { user_id: others } },
    ]);
    const seen = async (person: typeof holder) => {
      const me = callAs(platform.server, person);
      const history = (await me.get('/me/security-history')).body.data.items;
      const news = (await me.get('/gov/notifications')).body.data.items;
      return {
        history: history
          .map(({ kind }: { kind: string }) => kind)
          .filter((kind: string) => /number/.test(kind)),
        news: news.length,
      };
    };
    expect(await seen(holder)).toEqual({
      history: ['number_passed', 'number_changed', 'number_changed'],
      news: 3,
    });
    expect(await seen(taker)).toEqual({ history: ['number_changed'], news: 1 });
    // A sign-in through another provider does not pass a number on either.
    const [row] = await platform.world.database.query<{ taken: string[] }>(
      "select take_person_numbers($1, null, null, 'GE-0002', now()) as taken",
      [own],
    );
    expect(row?.taken).toEqual(['ge_id']);
    await admin.put(path(taker), { ge_id: null });
    const [again] = await platform.world.database.query<{ taken: string[] }>(
      "select take_person_numbers($1, null, null, 'GE-0002', now()) as taken",
      [await platform.plant('user')],
    );
    expect(again?.taken).toEqual(['ge_id']);
  });

  it('answers 422 to any other field', async () => {
    const id = await registered();
    for (const body of [{}, { ge_id: '' }, { ge_id: 'a b' }, { ge_id: 5 }, { ge_id: 'A', role_id: 2 }])
      expect(errorOf(await admin.put(`/admin/users/${id}`, body))).toEqual([422, 'validation_failed']);
  });
});

describe('a changed account', () => {
  /** A signed-in person whose session both instances have cached. */
  async function signedIn(skip: number) {
    const citizen: Citizen = await platform.phone.citizen(/^ordinary/, skip);
    const session = await signIn(platform.server, platform.phone, citizen);
    const me = (on: TestServer) => () =>
      createCaller(on.url).get('/api/v1/users/me', { token: session.token });
    for (const server of [platform.server, second]) expect((await me(server)()).status).toBe(200);
    return { citizen, me, ...session };
  }

  it('loses its sessions on every instance when its role changes', async () => {
    const role = await platform.makeRole('guest', []);
    const person = await signedIn(5);
    platform.clock.advance(1);
    const answer = await admin.put(`/admin/users/${person.userId}/role`, { role_id: role });
    expect([answer.status, answer.body.data.role]).toEqual([200, 'guest']);
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.role.changed', target: person.userId, metadata: { role_id: role } },
    ]);
    for (const server of [platform.server, second]) await callUntil(401, person.me(server));
    const same = await admin.put(`/admin/users/${person.userId}/role`, { role_id: role });
    expect([same.status, await eventsOf(same)]).toEqual([200, []]);
  });

  it('is locked out on every instance when disabled, and can sign in when enabled', async () => {
    const person = await signedIn(6);
    platform.clock.advance(1);
    const answer = await admin.put(`/admin/users/${person.userId}/active`, { active: false });
    expect([answer.status, answer.body.data.active]).toEqual([200, false]);
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.active.changed', target: person.userId, metadata: { active: false } },
    ]);
    for (const server of [platform.server, second]) await callUntil(403, person.me(server));
    const tried = await runQr(createCaller(platform.server.url), platform.phone, person.citizen);
    expect(errorOf(tried.final)).toEqual([403, 'account_disabled']);
    await admin.put(`/admin/users/${person.userId}/active`, { active: true });
    platform.clock.advance(1);
    expect((await signIn(platform.server, platform.phone, person.citizen)).userId).toBe(person.userId);
  });

  it('is gone when deleted: no session and no sign-in, but its row and numbers stay', async () => {
    const person = await signedIn(7);
    platform.clock.advance(1);
    const answer = await admin.remove(`/admin/users/${person.userId}`);
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect(await eventsOf(answer)).toEqual([
      { action: 'users.deleted', target: person.userId, metadata: {} },
    ]);
    for (const server of [platform.server, second]) await callUntil(401, person.me(server));
    expect(await rowOf(person.userId)).toMatchObject({
      civil_id: person.citizen.civil_id,
      national_id: person.citizen.national_id,
      active: false,
      role_id: 4,
      deleted_at: platform.clock.now(),
    });
    const tried = await runQr(createCaller(platform.server.url), platform.phone, person.citizen);
    expect(errorOf(tried.final)).toEqual([403, 'account_disabled']);
    for (const again of [
      await admin.remove(`/admin/users/${person.userId}`),
      await admin.put(`/admin/users/${person.userId}/active`, { active: true }),
      await admin.put(`/admin/users/${person.userId}/role`, { role_id: 3 }),
      await admin.put(`/admin/users/${person.userId}/role`, { role_id: 4 }),
      await admin.put(`/admin/users/${person.userId}`, { ge_id: 'X' }),
    ])
      expect(errorOf(again)).toEqual([404, 'not_found']);
  });

  it('answers 404 for an unknown or malformed id', async () => {
    for (const id of [someId, 'nobody', '1'])
      for (const answer of [
        await admin.put(`/admin/users/${id}`, { ge_id: 'X' }),
        await admin.put(`/admin/users/${id}/role`, { role_id: 4 }),
        await admin.put(`/admin/users/${id}/role`, { role_id: 3 }),
        await admin.put(`/admin/users/${id}/active`, { active: false }),
        await admin.remove(`/admin/users/${id}`),
      ])
        expect(errorOf(answer)).toEqual([404, 'not_found']);
  });
});
