import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { askTarget, malformedTargets } from '../../../test/malformed-targets.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { productionEnvOn } from '../../../test/production.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

const portal = 'https://portal.example.mn';
let world: TestWorld;
let server: TestServer;
let production: TestServer;
let caller: Caller;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  const extraModules = [createProbe().module];
  server = await world.startServer({
    extraModules,
    env: { ALLOWED_ORIGINS: `${portal},https://other.example.mn` },
  });
  production = await world.startServer({
    extraModules,
    env: { ...productionEnvOn(world), TRUSTED_PROXIES: '' },
  });
  caller = createCaller(server.url);
});
afterAll(() => world.close());

describe('a malformed target', () => {
  const targets = malformedTargets.flatMap((target) => [
    target,
    `/api/v1${target}`,
    `/gw${target}`,
    `/oauth2${target}`,
  ]);
  it.each(targets)('%j is refused, without failing or leading elsewhere', async (target) => {
    const { status, location } = await askTarget(server.url, target);
    expect([location, [400, 401, 404].includes(status) ? 'refused' : status]).toEqual([undefined, 'refused']);
  });
});

const everyKind: [string, string, string, number][] = [
  ['a success', 'GET', '/api/v1/site/auth', 200],
  ['a probe', 'GET', '/health', 200],
  ['a missing session', 'GET', '/api/v1/users/me', 401],
  ['an unknown path', 'GET', '/nowhere', 404],
  ['an unreadable path', 'GET', '/%', 404],
  ['a wrong method', 'PATCH', '/api/v1/site/auth', 405],
  ['a missing field', 'POST', '/api/v1/probe/echo', 422],
  ['a listed failure', 'GET', '/api/v1/probe/listed', 409],
  ['an unexpected failure', 'GET', '/api/v1/probe/crash', 500],
];

describe('security headers', () => {
  it.each(everyKind)('are set on %s', async (_, method, path, status) => {
    const answer = await caller.call(method, path);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-site',
      'cross-origin-embedder-policy': 'require-corp',
    });
    expect(answer.headers.has('x-powered-by')).toBe(false);
    expect(answer.headers.has('server')).toBe(false);
    if (path !== '/health') expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('require https for a year in production, and never elsewhere', async () => {
    const strict = createCaller(production.url);
    for (const [, method, path, status] of everyKind) {
      const answer = await strict.call(method, path);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect((await caller.call(method, path)).headers.has('strict-transport-security')).toBe(false);
    }
  });
});

describe('CORS', () => {
  const preflight = (origin: string, path = '/api/v1/users/me', to = server) =>
    createCaller(to.url).call('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': 'GET' },
    });

  it('lets a listed origin read every answer with credentials, failures too', async () => {
    for (const [, method, path] of everyKind.filter(([kind]) => kind !== 'an unreadable path')) {
      const answer = await caller.call(method, path, { headers: { origin: portal } });
      expect(answer.headers.get('access-control-allow-origin')).toBe(portal);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  it.each([
    'https://evil.example',
    `${portal}.evil.example`,
    'http://portal.example.mn',
    'null',
    `${portal}/`,
  ])('sends no CORS header to %s', async (origin) => {
    const answers = [await caller.get('/api/v1/site/auth', { headers: { origin } }), await preflight(origin)];
    for (const answer of answers) {
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  it('answers a preflight with 204, cached for twelve hours, for known and unknown paths', async () => {
    for (const path of ['/api/v1/users/me', '/nowhere']) {
      const answer = await preflight(portal, path);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(portal);
      expect(answer.headers.get('access-control-max-age')).toBe('43200');
      expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE');
      expect(answer.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    }
  });

  it('treats OPTIONS without the requested method as no preflight: 404', async () => {
    expect((await caller.call('OPTIONS', '/api/v1/users/me')).status).toBe(404);
  });

  it('never combines a wildcard with credentials', async () => {
    const anyone = await world.startServer({ env: { ALLOWED_ORIGINS: `*,${portal}` } });
    for (const origin of [portal, 'https://evil.example']) {
      const answers = [
        await createCaller(anyone.url).get('/api/v1/site/auth', { headers: { origin } }),
        await preflight(origin, '/api/v1/users/me', anyone),
      ];
      for (const answer of answers) {
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      }
    }
  });
});

describe('the client address', () => {
  const from = (forwarded: string, to: TestServer) =>
    createCaller(to.url, forwarded).get('/api/v1/probe/limited');

  it('is the first untrusted hop from the right, so a client cannot choose its own bucket', async () => {
    const seen = [];
    for (let n = 0; n < 5; n += 1) seen.push((await from(`10.9.9.${n}, 10.1.2.3, 127.0.0.1`, server)).status);
    expect(seen).toEqual([200, 200, 200, 429, 429]);
  });

  it("is the socket's when no proxy is trusted, whatever the header says", async () => {
    const seen = [];
    for (let n = 0; n < 5; n += 1) seen.push((await from(`10.9.9.${n}`, production)).status);
    expect(seen).toEqual([200, 200, 200, 429, 429]);
  });
});
