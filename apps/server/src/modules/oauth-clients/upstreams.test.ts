import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSettler } from '../../../test/bus.ts';
import { createCaller } from '../../../test/caller.ts';
import { errorOf } from '../administration/test/people.ts';
import { directoryOf, openRegistry, type Registry } from './test/registry.ts';

let registry: Registry;
let keeper: Registry['keeper'];

beforeAll(async () => {
  registry = await openRegistry();
  keeper = registry.keeper;
});
afterAll(() => registry.platform.world.close());

let made = 0;
const create = async (extra: object = {}) => {
  made += 1;
  const answer = await keeper.post('/gateway/services', {
    name: `service-${made}`,
    host: 'api.example.mn',
    ...extra,
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
};

describe('gateway.services.list', () => {
  it('lists the platform’s own endpoints first, by name', async () => {
    const { items, total } = (await keeper.get('/gateway/services')).body.data;
    expect(total).toBe(items.length);
    expect(items.map(({ name, scope, path }: Record<string, string>) => [name, scope, path])).toEqual([
      ['eid-org-proxy', 'svc:eid-org-proxy', '/api/v1/eid-org'],
      ['eid-proxy', 'svc:eid-proxy', '/api/v1/eid'],
      ['eid-sign', 'svc:eid-sign', '/rp/sign'],
      ['tools', 'svc:tools', '/api/v1/tools'],
    ]);
  });
});

describe('gateway.services.create', () => {
  it('applies defaults and derives the scope from the name', async () => {
    expect(await create({ name: 'weather', tags: [' a', 'b', 'a '] })).toEqual({
      id: expect.any(String),
      name: 'weather',
      protocol: 'https',
      host: 'api.example.mn',
      port: 443,
      path: '/',
      retries: 0,
      connect_timeout_ms: 60_000,
      max_body_bytes: 104_857_600,
      tags: ['a', 'b'],
      enabled: true,
      scope: 'svc:weather',
      created_at: expect.any(String),
      updated_at: null,
    });
    expect(await create({ protocol: 'http', path: '' })).toMatchObject({ port: 80, path: '/' });
  });

  it.each([
    [{ name: 'x' }],
    [{ name: 'x'.repeat(81) }],
    [{ name: 'two words' }],
    [{ name: 'a/b' }],
    [{ name: '..' }],
    [{ protocol: 'ftp' }],
    [{ host: '' }],
    [{ port: 0 }],
    [{ port: 65_536 }],
    [{ path: 'no-slash' }],
    [{ path: '/a?b' }],
    [{ path: `/${'x'.repeat(255)}` }],
    [{ retries: 11 }],
    [{ connect_timeout_ms: 99 }],
    [{ connect_timeout_ms: 600_001 }],
    [{ max_body_bytes: 1023 }],
    [{ max_body_bytes: 10_737_418_241 }],
    [{ tags: ['x'.repeat(41)] }],
    [{ scope: 'svc:mine' }],
  ])('refuses %j', async (extra) => {
    const answer = await keeper.post('/gateway/services', {
      name: 'refused',
      host: 'api.example.mn',
      ...extra,
    });
    expect(errorOf(answer)).toEqual([422, 'validation_failed']);
  });

  it.each([
    'https://api.example.mn',
    'api.example.mn:80',
    'api.example.mn/x',
    'user@api.example.mn',
    'api example',
    '-x',
  ])('rejects "%s" as a host', async (host) => {
    expect(errorOf(await keeper.post('/gateway/services', { name: 'refused', host }))).toEqual([
      422,
      'invalid_host',
    ]);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    'LOCALHOST.',
    'db.localhost',
  ])('refuses %s, which is not on the public internet', async (host) => {
    const answer = await keeper.post('/gateway/services', { name: 'refused', host });
    expect(errorOf(answer)).toEqual([422, 'private_address']);
    expect(answer.body.message).toContain('GATEWAY_ALLOWED_NETWORKS');
  });

  it.each([
    ['tunnel', 'platform.internal', ''],
    ['tunnel', 'platform.internal', '/api/v1'],
    ['tunnel', 'platform.internal', '/api/v1/tools'],
    ['tunnel', 'PLATFORM.Internal', '/api/v1/tools'],
    ['tunnel', 'platform.internal.', '/api/v1/tools'],
    ['tunnel', 'x.platform.internal', '/'],
  ])('lets %s lead to nothing on the platform itself: %s%s', async (name, host, path) => {
    expect(errorOf(await keeper.post('/gateway/services', { name, host, path }))).toEqual([
      422,
      'platform_address',
    ]);
    const service = await create();
    expect(errorOf(await keeper.put(`/gateway/services/${service.id}`, { name, host, path }))).toEqual([
      422,
      'platform_address',
    ]);
  });

  it.each([
    ['platform.internal', '/api/v1'],
    ['platform.internal', '/api/v1/'],
    ['platform.internal', '/api/v1/tools/'],
    ['platform.internal', '/api/v1/tools/..'],
    ['platform.internal', '/api/v1/tools%2f..'],
    ['platform.internal', '/API/v1/tools'],
    ['platform.internal.', '/api/v1/tools'],
    ['elsewhere.example.mn', '/api/v1/tools'],
  ])('keeps a service of the platform at its own path: not %s%s', async (host, path) => {
    const { items } = (await keeper.get('/gateway/services')).body.data;
    const { id } = items.find(({ name }: { name: string }) => name === 'tools');
    const answer = await keeper.put(`/gateway/services/${id}`, { name: 'tools', host, path });
    expect(errorOf(answer)).toEqual([422, 'platform_address']);
  });

  it.each(['TOOLS', 'Eid-Sign'])(
    'keeps the name of a service of the platform from others: %s',
    async (name) => {
      const refused = [422, 'platform_address'];
      const body = { name, host: 'api.example.mn' };
      expect(errorOf(await keeper.post('/gateway/services', body))).toEqual(refused);
      const { id } = await create();
      expect(errorOf(await keeper.put(`/gateway/services/${id}`, body))).toEqual(refused);
    },
  );

  it('lets only an administrator change or delete a service of the platform', async () => {
    const { items } = (await keeper.get('/gateway/services')).body.data;
    const { id, host, path } = items.find(({ name }: { name: string }) => name === 'eid-sign');
    const body = { name: 'eid-sign', host, path };
    const refused = [403, 'administrator_required'];
    for (const changed of [{ enabled: false }, { name: 'sign' }])
      expect(errorOf(await keeper.put(`/gateway/services/${id}`, { ...body, ...changed }))).toEqual(refused);
    expect(errorOf(await keeper.remove(`/gateway/services/${id}`))).toEqual(refused);
    expect((await registry.admin.remove(`/gateway/services/${id}`)).status).toBe(200);
    const again = await registry.admin.post('/gateway/services', body);
    expect([again.status, again.body.data.scope]).toEqual([201, 'svc:eid-sign']);
  });

  it('accepts a public address and stores it in canonical form', async () => {
    expect(await create({ host: '8.8.8.8' })).toMatchObject({ host: '8.8.8.8' });
    expect(await create({ host: '2606:4700:4700::1111' })).toMatchObject({ host: '2606:4700:4700::1111' });
    expect(await create({ host: 'API.Example.mn' })).toMatchObject({ host: 'api.example.mn' });
  });

  it('accepts a private address only if it is in GATEWAY_ALLOWED_NETWORKS', async () => {
    const open = await registry.platform.world.startServer({
      env: { GATEWAY_ALLOWED_NETWORKS: '127.0.0.1/32,10.20.0.0/16' },
    });
    const admin = await registry.platform.personAs('superadmin');
    const post = (name: string, host: string) =>
      createCaller(open.url).post('/api/v1/gateway/services', { name, host }, { token: admin.token });
    expect((await post('allowed-1', '10.20.30.40')).status).toBe(201);
    expect((await post('allowed-2', 'localhost')).status).toBe(201);
    expect((await post('allowed-3', '127.1')).body.data.host).toBe('127.0.0.1');
    expect(errorOf(await post('not-allowed', '10.21.0.1'))).toEqual([422, 'private_address']);
  });

  it('rejects a taken name in any letter case, also under concurrency', async () => {
    await create({ name: 'taken' });
    for (const name of ['taken', 'TAKEN'])
      expect(errorOf(await keeper.post('/gateway/services', { name, host: 'api.example.mn' }))).toEqual([
        409,
        'code_exists',
      ]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        keeper.post('/gateway/services', { name: 'race', host: 'api.example.mn' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('gateway.services.change, gateway.services.delete', () => {
  it('replaces the whole upstream except its scope, which stays reserved', async () => {
    const service = await create({ name: 'first-name', retries: 3, tags: ['x'] });
    const changed = await keeper.put(`/gateway/services/${service.id}`, {
      name: 'second-name',
      host: 'other.example.mn',
    });
    expect(changed.body.data).toMatchObject({
      name: 'second-name',
      host: 'other.example.mn',
      retries: 0,
      tags: [],
      scope: 'svc:first-name',
      updated_at: expect.any(String),
    });
    expect(
      errorOf(await keeper.post('/gateway/services', { name: 'first-name', host: 'api.example.mn' })),
    ).toEqual([409, 'code_exists']);
  });

  it('rejects a taken name, a private address and an unknown id', async () => {
    const [one, two] = [await create(), await create()];
    const put = (id: string, body: object) => keeper.put(`/gateway/services/${id}`, body);
    expect(errorOf(await put(one.id, { name: two.name, host: 'a.example.mn' }))).toEqual([
      409,
      'code_exists',
    ]);
    expect(errorOf(await put(one.id, { name: one.name, host: '10.0.0.1' }))).toEqual([
      422,
      'private_address',
    ]);
    const unknown = '11111111-2222-4333-8444-555555555555';
    expect(errorOf(await put(unknown, { name: 'none', host: 'a.example.mn' }))).toEqual([404, 'not_found']);
    expect(errorOf(await put('nonsense', { name: 'none', host: 'a.example.mn' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(errorOf(await keeper.remove(`/gateway/services/${unknown}`))).toEqual([404, 'not_found']);
  });

  it('another instance learns from the bus that an upstream is disabled; its scope stays granted', async () => {
    const there = directoryOf(registry.platform.server);
    const settle = createSettler(registry.platform.world, registry.platform.server);
    const service = await create();
    const app = (
      await keeper.post('/applications', { name: 'W', app_type: 'm2m', service_ids: [service.id] })
    ).body.data;
    const enabled = async () => (await there.upstreamByName(service.name))?.enabled;
    await settle();
    expect(await enabled()).toBe(true);
    await keeper.put(`/gateway/services/${service.id}`, { ...bodyOf(service), enabled: false });
    await settle();
    expect(await enabled()).toBe(false);
    expect((await there.client(app.id))?.scopes).toEqual([service.scope]);
  });

  it('a deleted upstream loses its grants, and a new one with its name does not get them back', async () => {
    const service = await create({ name: 'mortal' });
    const app = (
      await keeper.post('/applications', { name: 'W', app_type: 'm2m', service_ids: [service.id] })
    ).body.data;
    expect((await keeper.remove(`/gateway/services/${service.id}`)).status).toBe(200);
    expect((await keeper.get(`/applications/${app.id}`)).body.data).toMatchObject({
      service_ids: [],
      scopes: [],
    });
    await create({ name: 'mortal' });
    expect((await keeper.get(`/applications/${app.id}`)).body.data.scopes).toEqual([]);
  });
});

function bodyOf({ name, host, protocol, port, path }: Record<string, unknown>) {
  return { name, host, protocol, port, path };
}
