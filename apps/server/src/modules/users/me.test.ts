import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let citizen: Citizen;
let session: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  citizen = await phone.citizen();
  session = await signIn(server, phone, citizen);
});
afterAll(() => world.close());

const me = async (who = session) =>
  (await createCaller(server.url).get('/api/v1/users/me', { token: who.token })).body.data.user;
/** Each call comes from a different address, so that the limit does not matter here. */
const setLatinName = (body: unknown, token: string | undefined = session.token) =>
  createCaller(server.url).put('/api/v1/me/latin-name', body, token === undefined ? {} : { token });

describe('users.me', () => {
  it('shows a person all their stored data and no token', async () => {
    expect(await me()).toEqual({
      id: session.userId,
      username: `eid_${citizen.civil_id}`,
      first_name: citizen.given_name,
      last_name: citizen.surname,
      full_name: `${citizen.surname} ${citizen.given_name}`,
      first_name_en: citizen.given_name_en,
      last_name_en: citizen.surname_en,
      full_name_en: `${citizen.surname_en} ${citizen.given_name_en}`,
      email: '',
      role_id: 4,
      role: 'user',
      civil_id: citizen.civil_id,
      active: true,
      eid: {
        civil_id: citizen.civil_id,
        national_id: citizen.national_id,
        kyc_level: 'QUALIFIED',
        document_number: citizen.document_number,
        certificate: {
          serial: expect.stringMatching(/^[1-9a-f][0-9a-f]*$/),
          not_before: expect.stringMatching(/Z$/),
          not_after: expect.stringMatching(/Z$/),
          issuer: expect.any(String),
          key_type: 'ECDSA P-256',
        },
      },
      created_at: world.clock.now().toISOString(),
      updated_at: null,
    });
  });

  it('shows each person only themselves', async () => {
    const other = await phone.citizen(/^ordinary/, 1);
    const theirs = await signIn(server, phone, other);
    const [mine, seen] = [JSON.stringify(await me()), JSON.stringify(await me(theirs))];
    expect(theirs.userId).not.toBe(session.userId);
    for (const value of [other.civil_id, other.national_id, theirs.userId]) {
      expect(mine).not.toContain(value);
      expect(seen).toContain(value);
    }
  });

  it('omits fields that the eID did not give', async () => {
    const third = await signIn(server, phone, await phone.citizen(/^ordinary/, 2));
    await world.database.query(
      'update users set national_id = null, cert_serial = null, document_number = null where id = $1',
      [third.userId],
    );
    expect(Object.keys((await me(third)).eid).sort()).toEqual(['civil_id', 'kyc_level']);
    await world.database.query('update users set civil_id = null where id = $1', [third.userId]);
    const seen = await me(third);
    expect(seen).not.toHaveProperty('eid');
    expect(seen).not.toHaveProperty('civil_id');
  });

  it('requires a signed-in person', async () => {
    expect((await createCaller(server.url).get('/api/v1/users/me')).status).toBe(401);
  });
});

describe('me.latin_name.set', () => {
  it('changes the given fields, keeps the rest, and the profile shows it', async () => {
    world.clock.advance(1000);
    const answer = await setLatinName({ first_name_en: 'BOLD' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { first_name_en: 'BOLD', last_name_en: citizen.surname_en },
    ]);
    await setLatinName({ last_name_en: 'Dorzh' });
    expect(await me()).toMatchObject({
      first_name_en: 'BOLD',
      last_name_en: 'Dorzh',
      full_name_en: 'Dorzh BOLD',
      first_name: citizen.given_name,
      updated_at: world.clock.now().toISOString(),
    });
  });

  it('is audited without the name', async () => {
    const answer = await setLatinName({ first_name_en: 'Boold' });
    const rows = await world.database.query(
      'select action, actor_user_id, target, metadata from audit_log where request_id = $1',
      [answer.body.request_id],
    );
    expect(rows).toEqual([
      {
        action: 'users.latin_name.set',
        actor_user_id: session.userId,
        target: session.userId,
        metadata: {},
      },
    ]);
  });

  it.each([
    ['nothing at all', {}, '', 'min'],
    ['an empty name', { first_name_en: '' }, 'first_name_en', 'custom'],
    ['Cyrillic letters', { first_name_en: 'Болд' }, 'first_name_en', 'custom'],
    ['a Cyrillic letter among Latin ones', { first_name_en: 'Bоld' }, 'first_name_en', 'custom'],
    ['digits', { last_name_en: 'Bold2' }, 'last_name_en', 'custom'],
    ['markup', { last_name_en: '<b>Bold</b>' }, 'last_name_en', 'custom'],
    ['a second line', { last_name_en: 'Bold\nBold' }, 'last_name_en', 'custom'],
    ['a line break at the end', { last_name_en: 'Bold\n' }, 'last_name_en', 'custom'],
    ['only a hyphen', { last_name_en: '-' }, 'last_name_en', 'custom'],
    ['a number', { first_name_en: 5 }, 'first_name_en', 'string'],
    ['null', { first_name_en: null }, 'first_name_en', 'string'],
    ['more than 120 letters', { first_name_en: 'a'.repeat(121) }, 'first_name_en', 'max'],
    ['an unknown field', { first_name_en: 'A', role_id: 1 }, 'role_id', 'unknown_field'],
    ['an unknown field alone', { id: 'x' }, 'id', 'unknown_field'],
  ])('answers 422 to %s', async (_what, body, field, tag) => {
    const before = await me();
    const answer = await setLatinName(body);
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors).toContainEqual({ field, tag, message: expect.any(String) });
    expect(await me()).toEqual(before);
  });

  it.each([
    ['another given name', { first_name_en: 'Sarnai' }, ['first_name_en']],
    [
      'another surname beside the own given name',
      { first_name_en: 'Bold', last_name_en: 'Bat' },
      ['last_name_en'],
    ],
    ['one vowel changed', { first_name_en: 'Bald' }, ['first_name_en']],
    ['a title or a second name', { first_name_en: 'Bold Minister' }, ['first_name_en']],
    ['a part of it', { last_name_en: 'Do' }, ['last_name_en']],
    ['both', { first_name_en: 'Dorj', last_name_en: 'Bold' }, ['first_name_en', 'last_name_en']],
  ])('refuses a name that does not read as the official one: %s', async (_what, body, fields) => {
    const before = await me();
    const answer = await setLatinName(body);
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    const message = expect.stringContaining('does not read as your official name');
    expect(answer.body.data.errors).toEqual(fields.map((field) => ({ field, tag: 'custom', message })));
    expect(await me()).toEqual(before);
  });

  it('accepts the usual spellings of each letter', async () => {
    const official = { first_name: 'Өлзий-Оюун', last_name: 'Жигжидхүүгийн Цэцэг' };
    const write = (names: typeof official) =>
      world.database.query('update users set first_name = $2, last_name = $3 where id = $1', [
        session.userId,
        ...Object.values(names),
      ]);
    await write(official);
    for (const first of ['Ulzii-Oyun', 'ölzii oyuun', 'Olziy Oiun', 'Uelzii-Oyuun'])
      expect([first, (await setLatinName({ first_name_en: first })).status]).toEqual([first, 200]);
    for (const last of ['Jigjidkhuugiin Tsetseg', 'Zhigzhidhuugiin Ceceg', 'Jigjidxügiyn Tsetseg'])
      expect([last, (await setLatinName({ last_name_en: last })).status]).toEqual([last, 200]);
    await write({ first_name: 'João', last_name: '' });
    expect((await setLatinName({ first_name_en: 'Joao' })).status).toBe(200);
    for (const body of [{ first_name_en: 'John' }, { last_name_en: 'Bold' }])
      expect((await setLatinName(body)).status).toBe(422);
    await write({ first_name: citizen.given_name, last_name: citizen.surname });
    await setLatinName({ first_name_en: citizen.given_name_en, last_name_en: citizen.surname_en });
  });

  it('requires a signed-in person', async () => {
    const answer = await createCaller(server.url).put('/api/v1/me/latin-name', { first_name_en: 'A' });
    expect(answer.status).toBe(401);
  });

  it('allows fifteen changes at once from one address', async () => {
    const caller = createCaller(server.url);
    const set = () =>
      caller.put('/api/v1/me/latin-name', { first_name_en: 'Bold' }, { token: session.token });
    const answers = await Promise.all(Array.from({ length: 15 }, set));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await set()).status).toBe(429);
  });
});
