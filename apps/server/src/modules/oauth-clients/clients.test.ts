import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { errorOf } from '../administration/test/people.ts';
import { openRegistry, type Registry } from './test/registry.ts';

let registry: Registry;
let admin: Registry['admin'];
let keeper: Registry['keeper'];

beforeAll(async () => {
  registry = await openRegistry();
  ({ admin, keeper } = registry);
});
afterAll(() => registry.platform.world.close());

const web = { name: 'Жишээ', app_type: 'web', redirect_uris: ['https://app.example.mn/callback'] };
const m2m = { name: 'Worker', app_type: 'm2m' };
const create = async (body: object = web) => {
  const answer = await keeper.post('/applications', body);
  expect(answer.status).toBe(201);
  return answer.body.data;
};
const eventsOf = (answer: Answer) =>
  registry.platform.world.database.query<{ action: string; target: string; metadata: object }>(
    'select action, target, metadata from audit_log where request_id = $1 order by id',
    [answer.body.request_id],
  );
const services = async () => {
  const { items } = (await keeper.get('/gateway/services')).body.data;
  return Object.fromEntries(items.map((each: { name: string; id: string }) => [each.name, each.id]));
};
const unknownId = '11111111-2222-4333-8444-555555555555';

describe('every row of /applications and /gateway/services', () => {
  it('needs gateway.manage: 403 for a manager and a citizen, allowed for a custom role that has it', async () => {
    const { id } = await create();
    const rows: [string, string, object?][] = [
      ['GET', '/applications'],
      ['POST', '/applications', web],
      ['GET', `/applications/${id}`],
      ['PUT', `/applications/${id}`, web],
      ['POST', `/applications/${id}/rotate-secret`, {}],
      ['PUT', `/applications/${id}/secret`, { secret: 'x'.repeat(32) }],
      ['PUT', `/applications/${id}/services`, { service_ids: [] }],
      ['GET', '/gateway/services'],
      ['POST', '/gateway/services', { name: 'roles', host: 'roles.example.mn' }],
      ['PUT', `/gateway/services/${unknownId}`, { name: 'roles-2', host: 'roles.example.mn' }],
      ['DELETE', `/gateway/services/${unknownId}`],
      ['DELETE', `/applications/${id}`],
    ];
    const call = (who: Registry['admin'], [method, path, body]: (typeof rows)[number]) => {
      if (method === 'GET') return who.get(path);
      if (method === 'DELETE') return who.remove(path);
      return method === 'POST' ? who.post(path, body) : who.put(path, body);
    };
    for (const row of rows)
      for (const who of [registry.manager, registry.citizen])
        expect(errorOf(await call(who, row)), row.join(' ')).toEqual([403, 'forbidden']);
    for (const row of rows)
      expect([200, 201, 404], row.join(' ')).toContain((await call(keeper, row)).status);
    for (const row of rows.slice(0, 2)) expect((await call(admin, row)).status).toBeLessThan(300);
  });
});

describe('applications.create', () => {
  it('gives each type its grants, authentication method and scopes', async () => {
    const made = async (app_type: string, redirect: string) =>
      create({ name: app_type, app_type, redirect_uris: [redirect] });
    const https = 'https://app.example.mn/cb';
    const signIn = {
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    };
    const first = await made('web', https);
    expect(first).toMatchObject({ ...signIn, auth_method: 'client_secret_basic', enabled: true });
    expect(first.id).toMatch(/^app-[0-9a-f]{16}$/);
    expect(first.client_id).toBe(first.id);
    expect(Buffer.from(first.secret, 'base64url')).toHaveLength(32);
    for (const [type, uri] of [
      ['spa', https],
      ['native', 'mn.example.app:/cb'],
    ] as const) {
      const app = await made(type, uri);
      expect(app).toMatchObject({ ...signIn, auth_method: 'none' });
      expect(app).not.toHaveProperty('secret');
    }
    const machine = await made('m2m', https);
    expect(machine).toMatchObject({
      grant_types: ['client_credentials'],
      auth_method: 'client_secret_basic',
      scopes: [],
      redirect_uris: [],
    });
    expect(machine.secret).toEqual(expect.any(String));
  });

  it('may ask for fewer scopes than openid, profile and email, and is then limited to them', async () => {
    const asking = (scopes: unknown, more = {}) => keeper.post('/applications', { ...web, scopes, ...more });
    const { data } = (await asking(['openid', 'openid'])).body;
    expect(data.scopes).toEqual(['openid', 'offline_access']);
    const kept = await keeper.put(`/applications/${data.id}`, { ...web, name: 'Renamed' });
    expect(kept.body.data.scopes).toEqual(['openid', 'offline_access']);
    const widened = await keeper.put(`/applications/${data.id}`, { ...web, scopes: ['openid', 'email'] });
    expect(widened.body.data.scopes).toEqual(['openid', 'email', 'offline_access']);
    for (const scopes of [['nationalid'], ['svc:eid-proxy'], []])
      expect((await asking(scopes)).status).toBe(422);
    expect((await asking(['openid'], { app_type: 'm2m', redirect_uris: [] })).status).toBe(422);
  });

  it('derives post-logout URIs from the redirect URIs and adds those given', async () => {
    const app = await create({
      ...web,
      redirect_uris: ['https://app.example.mn/a', 'https://app.example.mn/b'],
      options: { post_logout_redirect_uris: ['https://app.example.mn/bye'] },
    });
    expect(app.options.post_logout_redirect_uris).toEqual([
      'https://app.example.mn',
      'https://app.example.mn/bye',
    ]);
  });

  it('grants the requested upstreams and records both changes', async () => {
    const ids = await services();
    const answer = await admin.post('/applications', { ...web, service_ids: [ids['eid-proxy']] });
    expect(answer.body.data).toMatchObject({
      service_ids: [ids['eid-proxy']],
      scopes: expect.arrayContaining(['svc:eid-proxy']),
    });
    expect((await eventsOf(answer)).map(({ action }) => action)).toEqual([
      'application.create',
      'application.services.set',
    ]);
    expect(JSON.stringify(await eventsOf(answer))).not.toContain(answer.body.data.secret);
  });

  it('replays the first answer for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'register-once' };
    const [one, two] = [
      await keeper.post('/applications', m2m, { headers }),
      await keeper.post('/applications', m2m, { headers }),
    ];
    expect([one.status, two.body.data]).toEqual([201, one.body.data]);
  });

  it.each([
    [{ ...web, redirect_uris: [] }, 400, 'redirect_uri_required'],
    [{ name: 'x', app_type: 'spa' }, 400, 'redirect_uri_required'],
    [{ ...web, redirect_uris: ['http://app.example.mn/cb'] }, 400, 'invalid_redirect_uri'],
    [{ ...web, redirect_uris: ['mn.example.app:/cb'] }, 400, 'invalid_redirect_uri'],
    [{ ...web, redirect_uris: ['https://app.example.mn/#x'] }, 400, 'invalid_redirect_uri'],
    [{ ...web, redirect_uris: ['https://*.example.mn/'] }, 400, 'invalid_redirect_uri'],
    [{ ...web, redirect_uris: [`https://a.mn/${'x'.repeat(400)}`] }, 422, 'validation_failed'],
    [{ ...web, options: { post_logout_redirect_uris: ['http://a.mn'] } }, 400, 'invalid_redirect_uri'],
    [{ ...web, service_ids: [unknownId] }, 422, 'validation_failed'],
    [{ ...web, service_ids: ['nonsense'] }, 422, 'validation_failed'],
    [{ ...web, app_type: 'robot' }, 422, 'validation_failed'],
    [{ ...web, name: '' }, 422, 'validation_failed'],
    [{ ...web, name: 'x'.repeat(129) }, 422, 'validation_failed'],
    [{ ...web, name: '   ' }, 422, 'validation_failed'],
    [{ ...web, tags: ['x'.repeat(41)] }, 422, 'validation_failed'],
    [{ ...web, secret: 'mine' }, 422, 'validation_failed'],
    [{ ...web, created_by: unknownId }, 422, 'validation_failed'],
  ])('refuses %j', async (body, status, error) => {
    expect(errorOf(await keeper.post('/applications', body))).toEqual([status, error]);
  });
});

describe('options of a client', () => {
  const jwkOf = (kind: 'public' | 'private', bits = 2048) =>
    generateKeyPairSync('rsa', { modulusLength: bits })[`${kind}Key`].export({ format: 'jwk' });

  it('a public key replaces the secret, and the old secret does not come back', async () => {
    const app = await create();
    const keys = [{ ...jwkOf('public'), kid: 'k1', use: 'sig', alg: 'RS256' }];
    const changed = await keeper.put(`/applications/${app.id}`, { ...web, options: { jwks: { keys } } });
    expect(changed.body.data).toMatchObject({ auth_method: 'private_key_jwt', options: { jwks: { keys } } });
    const kept = await registry.platform.world.database.query(
      'select from application_secrets where application_id = $1',
      [app.id],
    );
    expect(kept).toEqual([]);
    expect(errorOf(await keeper.post(`/applications/${app.id}/rotate-secret`, {}))).toEqual([
      400,
      'public_client_has_no_secret',
    ]);
    const back = await keeper.put(`/applications/${app.id}`, { ...web, options: { jwks: null } });
    expect(back.body.data).toMatchObject({ auth_method: 'client_secret_basic' });
    expect(back.body.data.options).not.toHaveProperty('jwks');
  });

  it('rejects a private, weak or unusable key, and any key for a client without a secret', async () => {
    const put = (keys: object[], body: object = web) =>
      keeper.post('/applications', { ...body, options: { jwks: { keys } } });
    expect(errorOf(await put([jwkOf('private')]))).toEqual([422, 'validation_failed']);
    expect(errorOf(await put([{ kty: 'oct', k: 'c2VjcmV0' }]))).toEqual([422, 'validation_failed']);
    expect(errorOf(await put([jwkOf('public', 1024)]))).toEqual([422, 'invalid_option']);
    expect(errorOf(await put([{ kty: 'RSA', e: 'AQAB' }]))).toEqual([422, 'invalid_option']);
    expect(errorOf(await put([]))).toEqual([422, 'validation_failed']);
    expect(errorOf(await put([jwkOf('public')], { ...web, app_type: 'spa' }))).toEqual([
      422,
      'invalid_option',
    ]);
  });

  it.each([
    ['waives PKCE', { require_pkce: false }],
    ['approves further grants', { grants: ['device_code'] }],
    ['names applications whose tokens are exchanged', { exchange_from: ['some-app'] }],
  ])('only an administrator %s', async (_what, options) => {
    expect(errorOf(await keeper.post('/applications', { ...web, options }))).toEqual([403, 'forbidden']);
    const made = await admin.post('/applications', { ...web, options });
    expect(made.body.data.options).toMatchObject(options);
    // A person without the right keeps what is there by sending it unchanged.
    const kept = await keeper.put(`/applications/${made.body.data.id}`, { ...web, options });
    expect(kept.body.data.options).toMatchObject(options);
  });

  const ecKey = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) };
  const rsaKey = {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
  };
  it.each([
    ['without a key', {}, 'options.jwks'],
    ['with an RS256 key', { jwks: { keys: [{ ...rsaKey, alg: 'RS256' }] } }, 'options.jwks'],
    [
      'with RS256 id_tokens',
      { jwks: { keys: [ecKey] }, id_token_signed_response_alg: 'RS256' },
      'options.id_token_signed_response_alg',
    ],
    ['without PAR', { jwks: { keys: [ecKey] }, require_par: false }, 'options.require_par'],
  ])('refuses the FAPI profile %s', async (_case, options, field) => {
    const answer = await admin.post('/applications', { ...web, options: { profile: 'fapi2', ...options } });
    expect([answer.status, answer.body.data.field]).toEqual([422, field]);
  });

  it('gives the FAPI profile PAR, bound tokens and an ES256 id_token, on https only', async () => {
    const options = { profile: 'fapi2', jwks: { keys: [ecKey] } };
    const made = await admin.post('/applications', { ...web, options });
    expect(made.body.data).toMatchObject({
      auth_method: 'private_key_jwt',
      options: { profile: 'fapi2', require_par: true, dpop: true, id_token_signed_response_alg: 'ES256' },
    });
    const local = { ...web, redirect_uris: ['http://localhost:3000/cb'], options };
    expect((await admin.post('/applications', local)).body.data).toMatchObject({ field: 'redirect_uris.0' });
    const spa = await admin.post('/applications', { ...web, app_type: 'spa', options: { profile: 'fapi2' } });
    expect(spa.body.data).toMatchObject({ field: 'options.profile' });
  });

  it('only an administrator approves the scope nationalid, or changes an application that has it', async () => {
    const approve = { ...web, options: { national_id: true } };
    expect(errorOf(await keeper.post('/applications', approve))).toEqual([403, 'forbidden']);
    const app = await create();
    expect(errorOf(await keeper.put(`/applications/${app.id}`, approve))).toEqual([403, 'forbidden']);
    expect((await admin.put(`/applications/${app.id}`, approve)).body.data.scopes).toContain('nationalid');
    const change = { ...web, name: 'Other', options: { dpop: true } };
    expect(errorOf(await keeper.put(`/applications/${app.id}`, change))).toEqual([
      403,
      'administrator_required',
    ]);
    const renamed = await admin.put(`/applications/${app.id}`, change);
    expect(renamed.body.data).toMatchObject({ name: 'Other', options: { national_id: true, dpop: true } });
    expect(
      errorOf(await keeper.put(`/applications/${app.id}`, { ...web, options: { national_id: false } })),
    ).toEqual([403, 'forbidden']);
    expect(errorOf(await admin.post('/applications', { ...m2m, options: { national_id: true } }))).toEqual([
      422,
      'invalid_option',
    ]);
  });

  it('a back-channel logout URI must be on the public internet', async () => {
    const post = (backchannel_logout_uri: string) =>
      keeper.post('/applications', { ...web, options: { backchannel_logout_uri } });
    expect((await post('https://app.example.mn/logout')).status).toBe(201);
    for (const uri of [
      'https://10.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/',
      'http://localhost/x',
    ])
      expect(errorOf(await post(uri))).toEqual([422, 'private_address']);
    for (const uri of ['http://app.example.mn/x', 'https://app.example.mn/#x', 'ftp://app.example.mn'])
      expect(errorOf(await post(uri))).toEqual([422, 'invalid_option']);
  });

  it('limits have defaults and change one by one', async () => {
    const app = await create();
    expect(app.options.limits).toEqual({ per_minute: 600, burst: 100, daily_quota: null });
    const changed = await keeper.put(`/applications/${app.id}`, {
      ...web,
      options: { limits: { daily_quota: 5000 } },
    });
    expect(changed.body.data.options.limits).toEqual({ per_minute: 600, burst: 100, daily_quota: 5000 });
    expect(
      errorOf(await keeper.put(`/applications/${app.id}`, { ...web, options: { limits: { burst: 0 } } })),
    ).toEqual([422, 'validation_failed']);
  });
});

describe('applications.change, applications.get, applications.list, applications.delete', () => {
  it('keeps the secret and omitted fields, and records what changed', async () => {
    const ids = await services();
    const { data: app } = (
      await admin.post('/applications', {
        ...web,
        tags: [' a ', 'b', 'a'],
        service_ids: [ids['eid-sign']],
      })
    ).body;
    expect(app.tags).toEqual(['a', 'b']);
    const answer = await admin.put(`/applications/${app.id}`, {
      name: 'New',
      app_type: 'web',
      enabled: false,
    });
    expect(answer.body.data).toMatchObject({
      name: 'New',
      enabled: false,
      tags: ['a', 'b'],
      redirect_uris: web.redirect_uris,
      service_ids: [ids['eid-sign']],
      updated_at: expect.any(String),
    });
    expect(answer.body.data).not.toHaveProperty('secret');
    expect(await eventsOf(answer)).toEqual([
      {
        action: 'application.update',
        target: app.id,
        metadata: { changed: ['enabled', 'name'], enabled: false },
      },
    ]);
    const again = await admin.put(`/applications/${app.id}`, {
      name: 'New',
      app_type: 'web',
      enabled: false,
    });
    expect([again.status, await eventsOf(again)]).toEqual([200, []]);
  });

  it('a client with a secret cannot become one without, nor the other way round', async () => {
    const app = await create();
    for (const app_type of ['spa', 'native'])
      expect(errorOf(await keeper.put(`/applications/${app.id}`, { ...web, app_type }))).toEqual([
        400,
        'app_type_fixed',
      ]);
    const spa = await create({ ...web, app_type: 'spa' });
    expect(errorOf(await keeper.put(`/applications/${spa.id}`, web))).toEqual([400, 'app_type_fixed']);
    const machine = await keeper.put(`/applications/${app.id}`, m2m);
    expect(machine.body.data).toMatchObject({ redirect_uris: [], grant_types: ['client_credentials'] });
  });

  it('never shows a secret again', async () => {
    const app = await create();
    const [one, list] = [await admin.get(`/applications/${app.id}`), await admin.get('/applications')];
    expect(one.text + list.text).not.toContain(app.secret);
    expect(list.body.data.items.filter((each: object) => 'secret' in each)).toEqual([]);
    expect(list.body.data.total).toBe(list.body.data.items.length);
    const [dump] = await registry.platform.world.database.query<{ text: string }>(
      `select (select json_agg(s)::text from application_secrets s) || (select json_agg(a)::text from audit_log a)
         as text`,
    );
    expect(dump?.text).not.toContain(app.secret);
  });

  it('deletes idempotently (200 twice), and answers 404 for an unknown or malformed id', async () => {
    const app = await create();
    const [first, second] = [
      await keeper.remove(`/applications/${app.id}`),
      await keeper.remove(`/applications/${app.id}`),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([(await eventsOf(first)).length, (await eventsOf(second)).length]).toEqual([1, 0]);
    for (const answer of [
      await keeper.get(`/applications/${app.id}`),
      await keeper.get('/applications/no%20such'),
      await keeper.put(`/applications/${app.id}`, web),
      await keeper.post(`/applications/${app.id}/rotate-secret`, {}),
      await keeper.put(`/applications/${app.id}/secret`, { secret: 'x'.repeat(32) }),
      await keeper.put(`/applications/${app.id}/services`, { service_ids: [] }),
    ])
      expect(errorOf(answer)).toEqual([404, 'not_found']);
  });
});
