import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSettler } from '../../../test/bus.ts';
import { createCaller } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import { testConfig } from '../../../test/config.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { matchSecret } from '../oauth-clients/index.ts';
import { directoryOf } from '../oauth-clients/test/registry.ts';
import { signInAs } from '../tools/test/stage.ts';

const settingsKey = 'settings-key-0123456789-abcdefghijkl';
const namedKey = 'robot:robot-key-0123456789-ABCDEFGHIJKLM';
const robotKey = namedKey.slice('robot:'.length);

let world: TestWorld;
let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: { SSO_ADMIN_API_KEYS: `${settingsKey},${namedKey}` } });
  admin = await signInAs(world, server, 'admin');
});
afterAll(() => world.close());

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  body: any;
  text: string;
  headers: Headers;
}

async function call(method: string, path: string, body?: unknown, headers: object = {}): Promise<Reply> {
  const answer = await fetch(`${server.url}/admin/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${robotKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}
const registration = { client_name: 'Portal', redirect_uris: ['https://portal.example.mn/callback'] };
const register = async (extra: object = {}) => {
  const answer = await call('POST', '/clients', { ...registration, ...extra });
  expect(answer.status).toBe(201);
  return answer.body;
};
const auditOf = (answer: Reply) =>
  world.database.query(
    'select actor_user_id, action, metadata from audit_log where request_id = $1 order by id',
    [answer.headers.get('x-request-id')],
  );

const rows: [string, string][] = [
  ['GET', '/me'],
  ['GET', '/clients'],
  ['POST', '/clients'],
  ['GET', '/clients/app-1'],
  ['PATCH', '/clients/app-1'],
  ['DELETE', '/clients/app-1'],
  ['POST', '/clients/app-1/rotate-secret'],
  ['GET', '/keys'],
  ['POST', '/keys'],
  ['DELETE', '/keys/env-1'],
];

describe('every admin API endpoint', () => {
  it('answers 401 with the same body without a key and with a wrong key', async () => {
    const tries = [
      { authorization: '' },
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${robotKey}x` },
      { authorization: `Basic ${robotKey}` },
      { authorization: '', 'x-api-key': settingsKey.slice(1) },
      { authorization: `Bearer tamga_${'0'.repeat(32)}_${'A'.repeat(43)}` },
    ];
    for (const [method, path] of rows)
      for (const headers of tries) {
        const answer = await call(method, path, undefined, headers);
        expect([answer.status, answer.body], `${method} ${path}`).toEqual([401, { error: 'unauthorized' }]);
      }
  });

  it('answers 404 to a peer on another host, for any headers and any method', async () => {
    for (const [method, path] of [...rows, ['PUT', '/me'] as const])
      for (const forwarded of ['127.0.0.1', '::1']) {
        const answer = await server.app.http.inject({
          method: method as 'GET',
          url: `/admin/api/v1${path}`,
          remoteAddress: '10.1.2.3',
          headers: {
            authorization: `Bearer ${robotKey}`,
            'x-forwarded-for': forwarded,
            'x-real-ip': forwarded,
          },
        });
        expect([answer.statusCode, answer.json().error], `${method} ${path}`).toEqual([404, 'not_found']);
      }
  });

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
  it.skipIf(elsewhere === undefined)('answers 404 on a socket that is not loopback', async () => {
    const outer: Server = createServer((request, response) => server.app.http.routing(request, response));
    await new Promise<void>((resolve) => outer.listen(0, '0.0.0.0', resolve));
    try {
      const { port } = outer.address() as AddressInfo;
      const ask = async (host: string) =>
        (
          await fetch(`http://${host}:${port}/admin/api/v1/me`, {
            headers: { authorization: `Bearer ${robotKey}`, 'x-forwarded-for': '127.0.0.1' },
          })
        ).status;
      expect([await ask(elsewhere ?? ''), await ask('127.0.0.1')]).toEqual([404, 200]);
    } finally {
      outer.closeAllConnections();
      await new Promise((resolve) => outer.close(resolve));
    }
  });

  it('checks the socket peer and ignores X-Forwarded-For, even from a trusted proxy', async () => {
    expect((await call('GET', '/me', undefined, { 'x-forwarded-for': '8.8.8.8' })).status).toBe(200);
  });

  it('answers a wrong method 405', async () => {
    expect((await call('PUT', '/clients', {})).status).toBe(405);
    expect((await call('PUT', '/clients/app-1', {})).headers.get('allow')).toBe('GET, PATCH, DELETE');
  });
});

describe('admin_api.me', () => {
  it('returns the name of the key, from either header', async () => {
    expect((await call('GET', '/me')).body).toEqual({ name: 'robot', env: true });
    const other = await call('GET', '/me', undefined, { authorization: '', 'x-api-key': settingsKey });
    expect(other.body).toEqual({ name: 'env-1', env: true });
  });
});

describe('admin_api.clients', () => {
  it('registers a client with the defaults of the specification and shows the secret once', async () => {
    const answer = await call('POST', '/clients', registration);
    const { client_secret, ...view } = answer.body;
    expect(view).toEqual({
      client_id: expect.stringMatching(/^app-[0-9a-f]{16}$/),
      client_name: 'Portal',
      redirect_uris: registration.redirect_uris,
      post_logout_redirect_uris: ['https://portal.example.mn'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      subject_type: 'public',
      public: false,
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'RS256',
      require_pkce: true,
      id_token_claims: true,
      created_at: expect.any(String),
      updated_at: null,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await auditOf(answer)).toEqual([
      {
        actor_user_id: null,
        action: 'application.create',
        metadata: { name: 'Portal', app_type: 'web', admin_key: 'robot' },
      },
    ]);
    const [one, list] = [await call('GET', `/clients/${view.client_id}`), await call('GET', '/clients')];
    expect(one.body).toEqual(view);
    expect(list.body.total).toBe(list.body.items.length);
    expect(one.text + list.text).not.toContain(client_secret);
    const client = await directoryOf(server).client(view.client_id);
    expect(client && matchSecret(client, client_secret, world.clock.now())).toBeDefined();
  });

  it('rejects a client id that is taken', async () => {
    expect((await register({ client_id: 'my.app_1' })).client_id).toBe('my.app_1');
    const again = await call('POST', '/clients', { ...registration, client_id: 'my.app_1' });
    expect([again.status, again.body]).toEqual([409, { error: 'conflict' }]);
  });

  it('registers a public client without a secret and with a custom-scheme redirect URI', async () => {
    const app = await register({ public: true, redirect_uris: ['mn.example.app:/cb'] });
    expect(app).toMatchObject({
      public: true,
      token_endpoint_auth_method: 'none',
      post_logout_redirect_uris: [],
    });
    expect(app).not.toHaveProperty('client_secret');
    expect(await directoryOf(server).client(app.client_id)).toMatchObject({ type: 'native' });
    const rotated = await call('POST', `/clients/${app.client_id}/rotate-secret`);
    expect([rotated.status, rotated.body]).toEqual([400, { error: 'public_client_has_no_secret' }]);
  });

  it.each([
    [{ redirect_uris: [] }],
    [{ redirect_uris: undefined }],
    [{ redirect_uris: ['http://portal.example.mn/cb'] }],
    [{ redirect_uris: ['mn.example.app:/cb'] }],
    [{ redirect_uris: ['https://portal.example.mn/#x'] }],
    [{ redirect_uris: ['https://*.example.mn/'] }],
    [{ client_name: '' }],
    [{ client_name: 'x'.repeat(129) }],
    [{ client_id: 'ab' }],
    [{ client_id: 'with space' }],
    [{ subject_type: 'pairwise' }],
    [{ scopes: ['nationalid'] }],
    [{ scopes: ['svc:eid-sign'] }],
    [{ grant_types: ['implicit'] }],
    [{ grant_types: ['refresh_token'] }],
    [{ grant_types: ['client_credentials'], public: true }],
    [{ token_endpoint_auth_method: 'client_secret_jwt' }],
    [{ frontchannel_logout_uri: 'https://portal.example.mn/logout' }],
    [{ dpop_bound_access_tokens: true }],
    [{ jwks: { keys: [] } }],
    [{ jwks_uri: 'https://portal.example.mn/jwks' }],
    [{ audience: ['x'] }],
    [{ sector_identifier_uri: 'https://portal.example.mn/sector' }],
  ])('rejects a registration with %j', async (extra) => {
    const answer = await call('POST', '/clients', { ...registration, ...extra });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error']]);
  });

  it.each([
    [{ backchannel_logout_uri: 'ftp://portal.example.mn/logout' }],
    [{ backchannel_logout_uri: 'https://10.0.0.1/logout' }],
    [{ token_endpoint_auth_method: 'client_secret_post', public: true }],
    [{ require_pkce: false, public: true }],
  ])('rejects an option that does not fit: %j', async (extra) => {
    const answer = await call('POST', '/clients', { ...registration, ...extra });
    expect([answer.status, Object.keys(answer.body)]).toEqual([422, ['error']]);
  });

  it('takes the method, the logout address, the algorithm and a PKCE waiver', async () => {
    const members = {
      token_endpoint_auth_method: 'client_secret_post',
      backchannel_logout_uri: 'https://portal.example.mn/logout',
      id_token_signed_response_alg: 'ES256',
      require_pkce: false,
      id_token_claims: false,
    };
    const answer = await call('POST', '/clients', { ...registration, ...members });
    expect(answer.body).toMatchObject(members);
    const changed = await call('PATCH', `/clients/${answer.body.client_id}`, {
      backchannel_logout_uri: null,
      require_pkce: true,
    });
    expect(changed.body).toMatchObject({ require_pkce: true, id_token_signed_response_alg: 'ES256' });
    expect(changed.body).not.toHaveProperty('backchannel_logout_uri');
  });

  it('changes only the fields sent, records the key, and never changes the authentication method', async () => {
    const app = await register({ post_logout_redirect_uris: ['https://portal.example.mn/bye'] });
    const path = `/clients/${app.client_id}`;
    const renamed = await call('PATCH', path, {
      client_name: 'Renamed',
      redirect_uris: ['https://new.example.mn/cb'],
    });
    expect(renamed.body).toMatchObject({
      client_name: 'Renamed',
      redirect_uris: ['https://new.example.mn/cb'],
      post_logout_redirect_uris: ['https://new.example.mn', 'https://portal.example.mn/bye'],
      scopes: app.scopes,
      updated_at: expect.any(String),
    });
    expect(await auditOf(renamed)).toMatchObject([
      { action: 'application.update', metadata: { admin_key: 'robot' } },
    ]);
    const { body } = await call('PATCH', path, {
      scopes: ['openid'],
      public: false,
      client_id: app.client_id,
    });
    expect(body.scopes).toEqual(['openid', 'offline_access']);
    for (const change of [{ public: true }, { client_id: 'other' }, { jwks: {} }, { grant_types: [] }])
      expect((await call('PATCH', path, change)).status).toBe(400);
    expect((await call('PATCH', '/clients/nobody', { client_name: 'x' })).status).toBe(404);
  });

  it('rotates a secret and deletes a client with immediate effect', async () => {
    const app = await register();
    const directory = directoryOf(server);
    const settle = createSettler(world, server);
    const works = async (secret: string) => {
      const client = await directory.client(app.client_id);
      return client !== undefined && matchSecret(client, secret, world.clock.now()) !== undefined;
    };
    expect(await works(app.client_secret)).toBe(true);
    const rotated = await call('POST', `/clients/${app.client_id}/rotate-secret`);
    expect(rotated.body).toEqual({ client_id: app.client_id, client_secret: expect.any(String) });
    await settle();
    expect(await works(app.client_secret)).toBe(false);
    expect(await works(rotated.body.client_secret)).toBe(true);
    const gone = await call('DELETE', `/clients/${app.client_id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    await settle();
    expect(await works(rotated.body.client_secret)).toBe(false);
    expect((await call('GET', `/clients/${app.client_id}`)).body).toEqual({ error: 'not_found' });
    expect((await call('DELETE', `/clients/${app.client_id}`)).status).toBe(404);
    // Nobody else gets the id, and with it what its clients send.
    expect((await call('POST', '/clients', { ...registration, client_id: app.client_id })).status).toBe(409);
  });
});

describe('admin_api.keys', () => {
  it('rejects weak keys in the settings at start without printing them', () => {
    const start = () => testConfig({ SSO_ADMIN_API_KEYS: `${settingsKey},robot:too-short` });
    expect(start).toThrow('SSO_ADMIN_API_KEYS holds a weak key');
    expect(start).not.toThrow('too-short');
  });

  it('creates a key that works until deletion, shows it once, and records its last use', async () => {
    const made = await call(
      'POST',
      '/keys',
      { name: 'deploy', surfaces: ['admin'] },
      { 'x-administrator-token': admin.token },
    );
    expect(made.status).toBe(201);
    const { id, secret } = made.body;
    const withIt = (path: string) => call('GET', path, undefined, { authorization: `Bearer ${secret}` });
    expect((await withIt('/me')).body).toEqual({ name: 'deploy', env: false });
    const list = await withIt('/keys');
    expect(list.text).not.toContain(secret);
    expect(list.body.items).toContainEqual({
      id,
      name: 'deploy',
      display: `tamga_${id.slice(0, 8)}…`,
      surfaces: ['admin'],
      scopes: [],
      expires_at: expect.any(String),
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    const [row] = await world.database.query<{ row: string }>(
      'select k::text as row from api_keys k where id = $1',
      [id],
    );
    expect(row?.row).not.toContain(secret.slice(-43));
    expect((await withIt(`/me`)).status).toBe(200);
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
    expect((await call('GET', '/me', undefined, { authorization: `Bearer ${wrong}` })).status).toBe(401);
    const deleted = await call('DELETE', `/keys/${id}`);
    expect(deleted.status).toBe(204);
    expect(await auditOf(deleted)).toMatchObject([
      { action: 'admin_key.delete', metadata: { name: 'deploy', admin_key: 'robot' } },
    ]);
    expect((await withIt('/me')).status).toBe(401);
    expect((await call('DELETE', `/keys/${id}`)).status).toBe(404);
  });

  it('asks an administrator before it changes an application that gets register numbers', async () => {
    const { client_id } = await register();
    await world.database.query(`update applications set options = '{"national_id": true}' where id = $1`, [
      client_id,
    ]);
    const redirect_uris = ['https://elsewhere.example.mn/callback'];
    const change = (headers: object) => call('PATCH', `/clients/${client_id}`, { redirect_uris }, headers);
    const rotate = (headers: object) => call('POST', `/clients/${client_id}/rotate-secret`, {}, headers);
    for (const act of [change, rotate]) {
      expect([(await act({})).status, (await act({})).body]).toEqual([403, { error: 'step_up_required' }]);
      expect((await act({ 'x-administrator-token': admin.token })).status).toBe(200);
    }
    expect((await call('PATCH', `/clients/${client_id}`, { client_name: 'Other' })).status).toBe(403);
    expect((await call('POST', '/clients', { ...registration, client_name: 'Тамга' })).status).toBe(422);
    expect((await call('DELETE', `/clients/${client_id}`)).body).toEqual({ error: 'step_up_required' });
    const gone = await call('DELETE', `/clients/${client_id}`, undefined, {
      'x-administrator-token': admin.token,
    });
    expect(gone.status).toBe(204);
  });

  it('lists the keys from the settings and refuses to delete them', async () => {
    const { items } = (await call('GET', '/keys')).body;
    expect(items.slice(0, 2)).toEqual([
      { id: 'env-1', name: 'env-1', display: 'sett…' },
      { id: 'env-2', name: 'robot', display: 'robo…' },
    ]);
    const answer = await call('DELETE', '/keys/env-1');
    expect([answer.status, answer.body]).toEqual([409, { error: 'environment_key' }]);
    expect((await call('GET', '/me', undefined, { authorization: `Bearer ${settingsKey}` })).status).toBe(
      200,
    );
    expect((await call('DELETE', '/keys/nonsense')).status).toBe(404);
    for (const name of ['', 'x'.repeat(129)])
      expect((await call('POST', '/keys', { name })).status).toBe(400);
  });

  it('does not accept an admin key on the user API', async () => {
    const answer = await createCaller(server.url).get('/api/v1/applications', { token: robotKey });
    expect(answer.status).toBe(401);
  });
});
