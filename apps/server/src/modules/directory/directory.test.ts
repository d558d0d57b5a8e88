import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDirectory } from '../../../../sandbox/src/directory/index.ts';
import { answerError } from '../../../../sandbox/src/problem.ts';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createDirectoryAdapter } from '../../adapters/directory/index.ts';

const token = 'directory-test-token';
let world: TestWorld;
let upstream: FastifyInstance;
let server: TestServer;
let phone: Phone;
let wanted: Citizen;
const people = {} as Record<'admin' | 'manager' | 'user' | 'helper', SignedIn>;

beforeAll(async () => {
  world = await openWorld();
  upstream = Fastify();
  upstream.setErrorHandler(answerError);
  registerDirectory(upstream, { token });
  const baseUrl = await upstream.listen({ host: '127.0.0.1', port: 0 });
  server = await startWith(createDirectoryAdapter({ baseUrl, token }));
  phone = createPhone(world.sandbox);
  await world.database.query(`insert into roles (id, key, name) values (200, 'helper', 'Helper')`);
  await world.database.query(`insert into role_permissions values (200, 'users.manage')`);
  let index = 0;
  for (const role of ['admin', 'manager', 'user', 'helper'] as const)
    people[role] = await signInAs(role, index++);
  wanted = await phone.citizen(/^ordinary/, 2);
});
afterAll(async () => {
  await world.close();
  await upstream.close();
});

const startWith = (port: ReturnType<typeof createDirectoryAdapter> | undefined) =>
  world.startServer({ outside: { directory: port } });

async function signInAs(role: string, index: number): Promise<SignedIn> {
  const person = await phone.citizen(/^ordinary/, index);
  const { userId } = await signIn(server, phone, person);
  await world.database.query(
    'update users set role_id = (select id from roles where key = $2) where id = $1',
    [userId, role],
  );
  return signIn(server, phone, person);
}

const find = (
  what: 'users' | 'organizations',
  text: string,
  who: keyof typeof people | 'nobody' = 'admin',
  on = server,
) =>
  createCaller(on.url).get(`/api/v1/core/${what}?search_text=${encodeURIComponent(text)}`, {
    ...(who === 'nobody' ? {} : { token: people[who].token }),
  });
const recorded = (requestId: string | undefined) =>
  world.database.query<{ action: string; actor_user_id: string; metadata: Record<string, string> }>(
    'select action, actor_user_id, target, metadata from audit_log where request_id = $1 order by action',
    [requestId],
  );

describe('core.users', () => {
  it('finds a person, for administrators and holders of users.manage', async () => {
    for (const who of ['admin', 'manager', 'helper'] as const) {
      const answer = await find('users', wanted.national_id, who);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.body.data).toEqual({
        id: wanted.civil_id,
        reg_no: wanted.national_id,
        last_name: wanted.surname,
        first_name: wanted.given_name,
        gender: 1,
        birth_date: '2001-05-09',
        email: 'temuulen.ganbaatar@example.mn',
        phone_no: '99250917',
        address_detail: 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо',
        country_name: 'Монгол',
      });
    }
  });

  it('records the searcher and a keyed hash of the search text, never the text', async () => {
    const [one, same, other] = [
      await find('users', wanted.national_id),
      await find('users', ` ${wanted.national_id.toLowerCase()} `, 'manager'),
      await find('users', 'УА90072324'),
    ];
    const [first] = (await recorded(one.body.request_id)).slice(-1);
    const hashOf = async (id?: string) => (await recorded(id)).at(-1)?.metadata['search_hash'];
    expect(first).toMatchObject({
      action: 'directory.lookup',
      actor_user_id: people.admin.userId,
      metadata: { what: 'person', outcome: 'found', search_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await hashOf(same.body.request_id)).toBe(first?.metadata['search_hash']);
    expect(await hashOf(other.body.request_id)).not.toBe(first?.metadata['search_hash']);
    const all = await world.database.query(
      `select metadata, target from audit_log where category = 'directory'`,
    );
    expect(JSON.stringify(all)).not.toContain(wanted.national_id);
  });

  it('shows the access to the person found, when they have an account here', async () => {
    const log = async () =>
      (await createCaller(server.url).get('/api/v1/users/me/access-log', { token: people.user.token })).body
        .data.items;
    await find('users', wanted.national_id, 'helper');
    await find('users', 'УУ03300361', 'helper');
    const entries = await log();
    expect(entries.filter(({ by }: { by: { role: string } }) => by.role === 'helper')).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      by: { role: 'helper', name: expect.any(String) },
      purpose: 'core.users',
      purpose_text: 'Looked you up in the national directory',
    });
  });

  it('answers with a message when nobody is found', async () => {
    const answer = await find('users', 'ЯЯ00000000');
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { message: 'Nothing was found. Check what you searched for.' },
    ]);
    expect((await recorded(answer.body.request_id))[0]?.metadata['outcome']).toBe('nothing');
  });

  it('rejects citizens and strangers without calling the directory', async () => {
    for (const [who, status] of [
      ['nobody', 401],
      ['user', 403],
    ] as const) {
      const answer = await find('users', wanted.national_id, who);
      expect(answer.status).toBe(status);
      expect(await recorded(answer.body.request_id)).toEqual([]);
    }
  });

  it.each(['', 'a', 'a'.repeat(101), 'a\u0000b', 'a\nb'])('rejects the search text %j', async (text) => {
    expect((await find('users', text)).status).toBe(422);
  });

  it('allows fifteen requests at once from one address', async () => {
    const caller = createCaller(server.url);
    const ask = () => caller.get('/api/v1/core/users?search_text=nobody', { token: people.admin.token });
    const answers = await Promise.all(Array.from({ length: 16 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 429]);
  });
});

describe('core.organizations', () => {
  it('finds an organisation by number or name, and records the search', async () => {
    for (const text of ['2661234', 'тэнгэр тээх']) {
      const answer = await find('organizations', text);
      expect(answer.body.data).toEqual({
        id: '2661234',
        reg_no: '2661234',
        name: 'Тэнгэр Тээх ХХК',
        short_name: 'Тэнгэр Тээх',
        email: 'info@example.mn',
        phone_no: '70110001',
        address_detail: 'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
        country_name: 'Монгол',
        created_date: '2004-03-12',
      });
      expect(await recorded(answer.body.request_id)).toMatchObject([
        { action: 'directory.lookup', metadata: { what: 'organisation', outcome: 'found' } },
      ]);
    }
    expect((await find('organizations', '0000000')).body.data).toEqual({
      message: 'Nothing was found. Check what you searched for.',
    });
  });

  it('is for administrators only', async () => {
    expect((await find('organizations', '2661234', 'nobody')).status).toBe(401);
    for (const who of ['user', 'manager', 'helper'] as const)
      expect((await find('organizations', '2661234', who)).status).toBe(403);
  });
});

describe('without a working directory', () => {
  it('says which settings are missing, in the caller’s language, and records the search', async () => {
    const bare = await startWith(undefined);
    for (const what of ['users', 'organizations'] as const) {
      const answer = await find(what, '2661234', 'admin', bare);
      expect([answer.status, Object.keys(answer.body.data)]).toEqual([200, ['message']]);
      expect(answer.body.data.message).toContain('CORE_API_BASE');
      expect((await recorded(answer.body.request_id))[0]?.metadata['outcome']).toBe('unconfigured');
    }
    await bare.stop();
  });

  it.each([
    ['cannot be reached', 'http://127.0.0.1:9', 503, 'upstream_unavailable'],
    ['rejects our token', undefined, 502, 'upstream_failed'],
  ])(
    'answers an error when the directory %s, and records the search',
    async (_what, baseUrl, status, error) => {
      const address = upstream.server.address() as { port: number };
      const broken = await startWith(
        createDirectoryAdapter({ baseUrl: baseUrl ?? `http://127.0.0.1:${address.port}`, token: 'wrong' }),
      );
      const answer = await find('users', wanted.national_id, 'admin', broken);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
      expect(await recorded(answer.body.request_id)).toMatchObject([
        { action: 'directory.lookup', actor_user_id: people.admin.userId },
      ]);
      await broken.stop();
    },
  );
});
