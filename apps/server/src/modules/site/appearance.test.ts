import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let second: TestServer;
let phone: Phone;
const people = {} as Record<'admin' | 'manager' | 'user' | 'designer', SignedIn>;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  second = await world.startServer();
  phone = createPhone(world.sandbox);
  await world.database.query(`insert into roles (id, key, name) values (200, 'designer', 'Designer')`);
  await world.database.query(`insert into role_permissions values (200, 'settings.manage')`);
  let index = 0;
  for (const role of ['admin', 'manager', 'user', 'designer'] as const)
    people[role] = await signInAs(role, index++);
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

const call = (method: string, path: string, body?: unknown, who: keyof typeof people | 'nobody' = 'admin') =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    ...(body === undefined ? {} : { body }),
    ...(who === 'nobody' ? {} : { token: people[who].token }),
  });
const auditOf = (requestId: string | undefined) =>
  world.database.query(
    'select action, actor_user_id, target, metadata from audit_log where request_id = $1',
    [requestId],
  );
const chosen = { accent: 'teal', font: 'serif', style: 'compact', theme: 'dark' };
const newTheme = async (name: string, config: object = {}) =>
  (await call('POST', '/themes', { name, config })).body.data as { id: string };

describe('site.appearance', () => {
  it('has the initial look until an administrator chooses another', async () => {
    const answer = await call('GET', '/site/appearance', undefined, 'nobody');
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { accent: 'cobalt', font: 'inter', style: 'comfortable', theme: 'system' },
    ]);
  });

  it('shows the choice to every visitor on every instance, and audits it', async () => {
    const answer = await call('PUT', '/site/appearance', chosen, 'designer');
    const view = { ...chosen, updated_at: world.clock.now().toISOString() };
    expect([answer.status, answer.body.data]).toEqual([200, view]);
    expect(await auditOf(answer.body.request_id)).toEqual([
      {
        action: 'site.appearance.set',
        actor_user_id: people.designer.userId,
        target: null,
        metadata: chosen,
      },
    ]);
    for (const { url } of [server, second])
      await expect
        .poll(async () => (await createCaller(url).get('/api/v1/site/appearance')).body.data)
        .toEqual(view);
  });

  it('accepts a colour as six digits and returns it in lower case', async () => {
    const answer = await call('PUT', '/site/appearance', { ...chosen, accent: '#1A2B3C' });
    expect(answer.body.data.accent).toBe('#1a2b3c');
  });

  it.each([
    ['accent', 'red'],
    ['accent', '#12345'],
    ['accent', '#12345g'],
    ['accent', '#123456;color:red'],
    ['accent', 'url(https://evil.example)'],
    ['accent', '#123456\n'],
    ['font', 'comic'],
    ['style', 'Compact'],
    ['theme', ''],
    ['theme', '__proto__'],
  ])('refuses %s %j and changes nothing', async (field, value) => {
    const answer = await call('PUT', '/site/appearance', { ...chosen, [field]: value });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors[0].field).toBe(field);
    // A change commits only together with its event.
    const events = 'select from audit_log where request_id = $1';
    expect(await world.database.query(events, [answer.body.request_id])).toEqual([]);
  });

  it('requires all four fields and nothing else', async () => {
    const { theme: _, ...three } = chosen;
    for (const body of [three, {}, { ...chosen, css: 'body{}' }, { ...chosen, font: 1 }])
      expect((await call('PUT', '/site/appearance', body)).status).toBe(422);
  });

  it('answers 304 to a browser that has it already, and 200 again after a change', async () => {
    const get = (tag: string) =>
      fetch(`${server.url}/api/v1/site/appearance`, { headers: { 'if-none-match': tag } });
    const first = await get('');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const given of [tag, `"other", ${tag}`, '*']) {
      const again = await get(given);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get('"other"')).status).toBe(200);
    world.clock.advance(1000);
    await call('PUT', '/site/appearance', { ...chosen, theme: 'light' });
    await expect.poll(async () => (await get(tag)).status).toBe(200);
  });
});

describe('themes', () => {
  it('are created, read, changed and deleted, each change audited', async () => {
    const config = {
      appearance: {
        mode: 'dark',
        font: 'inter',
        style: 'compact',
        colors: { bg: '#000000', lpHeader: '#aBcDeF' },
      },
      landing: { mn: { title: 'Тамга', lead: 'Нэг\nхоёр' }, en: { title: 'Tamga & you: 100 %' } },
    };
    const made = await call('POST', '/themes', { name: 'Night', config });
    expect(made.status).toBe(201);
    const theme = made.body.data;
    expect(theme).toEqual({
      id: expect.any(String),
      name: 'Night',
      config,
      is_active: false,
      created_at: world.clock.now().toISOString(),
      updated_at: null,
    });
    expect((await call('GET', `/themes/${theme.id}`, undefined, 'user')).body.data).toEqual(theme);
    expect((await call('GET', '/themes/', undefined, 'user')).body.data).toEqual({
      items: [theme],
      total: 1,
    });
    const renamed = await call('PUT', `/themes/${theme.id}`, { name: 'Dusk' }, 'designer');
    expect(renamed.body.data).toEqual({
      ...theme,
      name: 'Dusk',
      updated_at: world.clock.now().toISOString(),
    });
    const emptied = await call('PUT', `/themes/${theme.id}`, { name: 'Dusk', config: {} });
    expect(emptied.body.data.config).toEqual({});
    const removed = await call('DELETE', `/themes/${theme.id}`);
    expect([removed.status, removed.body.data]).toEqual([200, {}]);
    expect((await call('GET', `/themes/${theme.id}`)).status).toBe(404);
    const recorded = [];
    for (const { body } of [made, renamed, emptied, removed])
      recorded.push(...(await auditOf(body.request_id)));
    expect(recorded).toMatchObject([
      { action: 'site.theme.created', target: theme.id, metadata: { name: 'Night' } },
      { action: 'site.theme.changed', actor_user_id: people.designer.userId, metadata: { name: 'Dusk' } },
      { action: 'site.theme.changed', target: theme.id },
      { action: 'site.theme.deleted', target: theme.id },
    ]);
  });

  it('a repeated creation returns the first theme', async () => {
    const headers = { 'idempotency-key': 'theme-key-0001' };
    const create = () =>
      createCaller(server.url).post(
        '/api/v1/themes',
        { name: 'Once' },
        { token: people.admin.token, headers },
      );
    const [first, again] = [await create(), await create()];
    expect(again.body.data).toEqual(first.body.data);
    await call('DELETE', `/themes/${first.body.data.id}`);
  });

  it('exactly one is active, on every instance, and it cannot be deleted', async () => {
    expect((await call('GET', '/themes/active', undefined, 'nobody')).status).toBe(404);
    // Pages request this: a missing theme is not an error.
    const look = async (headers = {}) => createCaller(server.url).get('/api/v1/site/look', { headers });
    const bare = await look();
    expect([bare.status, bare.body.data.theme, bare.body.data.appearance.font]).toEqual([
      200,
      null,
      expect.any(String),
    ]);
    const known = await fetch(`${server.url}/api/v1/site/look`, {
      headers: { 'if-none-match': bare.headers.get('etag') ?? '' },
    });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const [day, night] = [await newTheme('Day'), await newTheme('Night')];
    const active = async (url: string) =>
      (await createCaller(url).get('/api/v1/themes/active')).body.data?.id;
    for (const { id } of [day, night]) {
      const answer = await call('PUT', `/themes/${id}/active`);
      expect([answer.status, answer.body.data.is_active]).toEqual([200, true]);
      for (const { url } of [server, second]) await expect.poll(() => active(url)).toBe(id);
      expect((await look({ 'if-none-match': bare.headers.get('etag') ?? '' })).body.data.theme.id).toBe(id);
    }
    const again = await call('PUT', `/themes/${night.id}/active`);
    expect(again.status).toBe(200);
    expect(await auditOf(again.body.request_id)).toEqual([]);
    const refusal = await call('DELETE', `/themes/${night.id}`);
    expect([refusal.status, refusal.body.error]).toEqual([400, 'theme_active']);
    await call('PUT', `/themes/${night.id}`, {
      name: 'Night',
      config: { landing: { en: { title: 'New' } } },
    });
    await expect
      .poll(
        async () => (await createCaller(second.url).get('/api/v1/themes/active')).body.data.config.landing.en,
      )
      .toEqual({ title: 'New' });
    expect((await call('DELETE', `/themes/${day.id}`)).status).toBe(200);
  });

  it('exactly one stays active when several are activated at once', async () => {
    const themes = await Promise.all(Array.from({ length: 6 }, (_, at) => newTheme(`Race ${at}`)));
    const answers = await Promise.all(
      themes.map(({ id }, at) =>
        createCaller(at % 2 ? server.url : second.url).put(`/api/v1/themes/${id}/active`, undefined, {
          token: people.admin.token,
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await world.database.query('select from themes where is_active')).toHaveLength(1);
    await expect(world.database.query('update themes set is_active = true')).rejects.toThrow(
      'themes_one_active',
    );
  });

  it.each([
    ['an unknown colour', { appearance: { colors: { brand: '#000000' } } }],
    ['a colour by name', { appearance: { colors: { bg: 'red' } } }],
    ['a style behind a colour', { appearance: { colors: { bg: '#000000;background:url(//x)' } } }],
    ['an address for a colour', { appearance: { colors: { bg: 'url(javascript:alert(1))' } } }],
    ['an unknown key', { appearance: { css: 'body{display:none}' } }],
    ['an unknown part', { script: 'x' }],
    ['an unknown word', { appearance: { mode: 'sepia' } }],
    ['markup', { landing: { en: { title: '<img src=x onerror=alert(1)>' } } }],
    ['a closing tag', { landing: { mn: { title: '</style>' } } }],
    ['an address that runs', { landing: { en: { link: ' JavaScript:alert(1)' } } }],
    ['an address hidden by a soft hyphen', { landing: { en: { link: '\u00adjavascript:alert(1)' } } }],
    ['a page in an address', { landing: { en: { link: 'data:text/html;base64,PHNjcmlwdD4=' } } }],
    ['a control character', { landing: { en: { title: 'a\u001bb' } } }],
    ['a turned direction', { landing: { en: { title: 'a\u202eb' } } }],
    ['half a character', { landing: { en: { title: 'a\udfff' } } }],
    ['a text too long', { landing: { en: { title: 'a'.repeat(4001) } } }],
    ['a third language', { landing: { ru: { title: 'a' } } }],
    ['a text within a text', { landing: { en: { title: { deep: 'a' } } } }],
    ['a key that is none', { landing: { en: { 'a b': 'a' } } }],
  ])('refuses %s', async (_what, config) => {
    const answer = await call('POST', '/themes', { name: 'Hostile', config });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors[0].message).not.toBe('');
  });

  it('accepts a config of 128 KiB and no more', async () => {
    const texts = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x'.repeat(4000)]));
    const fits = await call('POST', '/themes', { name: 'Long', config: { landing: { en: texts(32) } } });
    expect(fits.status).toBe(201);
    const over = await call('PUT', `/themes/${fits.body.data.id}`, {
      name: 'Long',
      config: { landing: { en: texts(33) } },
    });
    expect([over.status, over.body.error]).toEqual([413, 'payload_too_large']);
    expect((await call('POST', '/themes', { name: 'x'.repeat(81) })).status).toBe(422);
    expect((await call('POST', '/themes', { name: '<b>' })).status).toBe(422);
  });

  it('are at most fifty', async () => {
    await world.database.query(
      `insert into themes (name, created_at) select 'fill', now() from generate_series(1, 50 - (select count(*) from themes))`,
    );
    const answer = await call('POST', '/themes', { name: 'One more' });
    expect([answer.status, answer.body.error]).toEqual([409, 'too_many_themes']);
  });

  it('an unknown id answers 404', async () => {
    const nowhere = '/themes/00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['GET', nowhere, undefined],
      ['PUT', nowhere, { name: 'x' }],
      ['PUT', `${nowhere}/active`, undefined],
      ['DELETE', nowhere, undefined],
      ['GET', '/themes/not-an-id', undefined],
    ] as const)
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(404);
  });

  it('can be changed only with settings.manage and read by every signed-in person', async () => {
    const { id } = (await call('GET', '/themes/active')).body.data;
    const writes = [
      ['PUT', '/site/appearance', chosen],
      ['POST', '/themes', { name: 'x' }],
      ['PUT', `/themes/${id}`, { name: 'x' }],
      ['PUT', `/themes/${id}/active`, undefined],
      ['DELETE', `/themes/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of writes) {
      expect((await call(method, path, body, 'nobody')).status, path).toBe(401);
      for (const who of ['user', 'manager'] as const)
        expect((await call(method, path, body, who)).status, `${who} ${path}`).toBe(403);
    }
    for (const path of ['/themes', `/themes/${id}`]) {
      expect((await call('GET', path, undefined, 'nobody')).status).toBe(401);
      expect((await call('GET', path, undefined, 'user')).status).toBe(200);
    }
    for (const path of ['/site/appearance', '/themes/active'])
      expect((await call('GET', path, undefined, 'nobody')).status).toBe(200);
  });
});
