import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../administration/test/people.ts';
import { openRegistry, type Registry } from './test/registry.ts';

let registry: Registry;
let admin: Registry['admin'];
let keeper: Registry['keeper'];
const services: Record<string, string> = {};

beforeAll(async () => {
  registry = await openRegistry();
  ({ admin, keeper } = registry);
  const { items } = (await keeper.get('/gateway/services')).body.data;
  for (const { name, id } of items) services[name] = id;
});
afterAll(() => registry.platform.world.close());

const web = { name: 'Жишээ', app_type: 'web', redirect_uris: ['https://app.example.mn/callback'] };
const m2m = { name: 'Worker', app_type: 'm2m' };
const needsAdministrator = [403, 'administrator_required'];
const made = async (by: Registry['keeper'], body: object) => {
  const answer = await by.post('/applications', body);
  expect(answer.status).toBe(201);
  return answer.body.data;
};

describe('gateway.manage alone', () => {
  it.each(['tools', 'eid-sign', 'eid-proxy', 'eid-org-proxy'])('grants nobody %s', async (name) => {
    const service_ids = [services[name]];
    expect(errorOf(await keeper.post('/applications', { ...m2m, service_ids }))).toEqual(needsAdministrator);
    const app = await made(keeper, m2m);
    for (const answer of [
      await keeper.put(`/applications/${app.id}/services`, { service_ids }),
      await keeper.put(`/applications/${app.id}`, { ...m2m, service_ids }),
    ])
      expect(errorOf(answer)).toEqual(needsAdministrator);
    expect((await keeper.get(`/applications/${app.id}`)).body.data.service_ids).toEqual([]);
  });

  it('moves no service of the platform elsewhere', async () => {
    const own = { name: 'eid-proxy', host: 'platform.internal', path: '/api/v1/eid' };
    const put = async (by: typeof keeper, body: object) =>
      errorOf(await by.put(`/gateway/services/${services['eid-proxy']}`, body));
    expect(await put(keeper, { ...own, port: 8443 })).toEqual(needsAdministrator);
    for (const by of [keeper, admin])
      expect(await put(by, { ...own, host: 'elsewhere.example.mn' })).toEqual([422, 'platform_address']);
  });

  it('names no tools, neither for the application nor to ask people for', async () => {
    const tools = { scopes: ['tools:execute_command'] };
    expect(errorOf(await keeper.post('/applications', { ...m2m, options: { tools } }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(errorOf(await keeper.post('/applications', { ...web, scopes: tools.scopes }))).toEqual(
      needsAdministrator,
    );
  });

  it.each([
    ['register numbers', web, { options: { national_id: true } }],
    ['CIBA', web, { options: { grants: ['ciba'] } }],
    ['device codes', web, { options: { grants: ['device_code'] } }],
    ['exchanged tokens', web, { options: { exchange_from: ['some-app'] } }],
    ['scopes of tools', web, { scopes: ['openid', 'tools:host_status'] }],
    ['tools', m2m, { options: { tools: { scopes: ['tools:host_status'] } } }],
    ['a service of the platform', m2m, { service: 'eid-proxy' }],
  ])('does not take over an application that has %s', async (_what, base, { service, ...more }: Power) => {
    const app = await made(admin, {
      ...base,
      ...more,
      ...(service === undefined ? {} : { service_ids: [services[service]] }),
    });
    const path = `/applications/${app.id}`;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    for (const answer of [
      await keeper.put(path, { ...base, name: 'Other' }),
      await keeper.put(path, { ...base, options: { jwks: { keys: [jwk] } } }),
      ...(base === web
        ? [await keeper.put(path, { ...base, redirect_uris: ['https://elsewhere.example.mn/'] })]
        : []),
      await keeper.post(`${path}/rotate-secret`, {}),
      await keeper.put(`${path}/secret`, { secret: 'x'.repeat(32) }),
      await keeper.post(`${path}/owners`, { national_id: 'УБ85031512' }),
      await keeper.put(`${path}/services`, { service_ids: Object.values(services) }),
      await keeper.remove(path),
    ])
      expect(errorOf(answer)).toEqual(needsAdministrator);
    expect((await keeper.put(path, { ...base, tags: ['a'], enabled: false })).status).toBe(200);
    expect(errorOf(await keeper.put(path, { ...base, enabled: true }))).toEqual(needsAdministrator);
    expect((await admin.put(path, { ...base, name: 'Other', enabled: true })).status).toBe(200);
  });
});

interface Power {
  service?: string;
  options?: object;
  scopes?: string[];
}

describe('tools of an application', () => {
  it('are named one by one, and end after 90 days unless chosen', async () => {
    const days = (count: number) =>
      new Date(registry.platform.clock.now().getTime() + count * 24 * 3_600_000).toISOString();
    const scopes = ['tools:host_status'];
    const app = await made(admin, {
      ...m2m,
      service_ids: [services['tools']],
      options: { tools: { scopes } },
    });
    expect(app.options.tools).toEqual({ scopes, expires_at: days(90) });
    const change = async (tools: object | null) =>
      (await admin.put(`/applications/${app.id}`, { ...m2m, options: { tools } })).body.data.options.tools;
    expect(await change({ scopes, days: 7 })).toEqual({ scopes, expires_at: days(7) });
    expect(await change({ scopes, days: null })).toEqual({ scopes, expires_at: null });
    expect(await change(null)).toBeUndefined();
    for (const tools of [{ scopes: ['tools:rm'] }, {}, { scopes, days: 0 }])
      expect((await admin.put(`/applications/${app.id}`, { ...m2m, options: { tools } })).status).toBe(422);
    const spa = { ...web, app_type: 'spa', options: { tools: { scopes } } };
    expect(errorOf(await admin.post('/applications', spa))).toEqual([422, 'invalid_option']);
  });
});

describe('the name of an application', () => {
  it.each(['«»', 'Tamga', 'тамга', 'Tаmgа eID', 'T\u00a0a\u00a0m\u00a0g\u00a0a', '†amga', 'Tamgaa'])(
    'is not that of the platform: %j',
    async (name) => {
      for (const by of [admin, keeper, registry.citizen]) {
        const path = by === registry.citizen ? '/me/applications' : '/applications';
        expect(errorOf(await by.post(path, { ...web, name }))).toEqual([422, 'reserved_name']);
      }
      const app = await made(keeper, web);
      expect(errorOf(await keeper.put(`/applications/${app.id}`, { ...web, name }))).toEqual([
        422,
        'reserved_name',
      ]);
    },
  );

  it('is that of an authority only if an administrator registers it', async () => {
    const authority = 'Татварын ерөнхий газар';
    await registry.platform.world.database.query(
      `insert into authorities (name, name_en, short_name, phone, email, website, created_at, updated_at)
       values ($1, 'General Department of Taxation', 'ТЕГ', '', '', '', now(), now())`,
      [authority],
    );
    for (const name of [
      authority,
      'Tатварын ерөнхий гaзар',
      `${authority}: нэвтрэх`,
      'ТЕГ',
      'General Department of Taxatoin',
    ]) {
      expect(errorOf(await registry.citizen.post('/me/applications', { ...web, name }))).toEqual([
        422,
        'reserved_name',
      ]);
      expect(errorOf(await keeper.post('/applications', { ...web, name }))).toEqual([422, 'reserved_name']);
      expect((await admin.post('/applications', { ...web, name })).status).toBe(201);
    }
  });
});
