import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { productionEnvOn } from '../../../test/production.ts';
import { notAudited } from '../../kernel/audit/events.ts';
import { fullPath, type Row, read, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import {
  type Capability,
  capabilities,
  capabilitiesOf,
  type OperatorRole,
  operatorErrors,
  operatorRoles,
} from './index.ts';
import { type Browser, base, createBrowser, openStage, type Stage } from './test/console.ts';

let stage: Stage;
let rows: readonly Row[];

beforeAll(async () => {
  stage = await openStage({
    env: { CONTROL_PLANE_ALLOWED_CIDRS: '10.1.0.0/16, 2001:db8::/32, 192.0.2.7' },
    extraModules: ({ consoleAccess }) => [
      {
        name: 'probe',
        errors: {},
        events: {},
        rows: [
          ...capabilities.map((capability) =>
            read({
              id: `probe.${capability}`,
              base: 'console',
              path: `/probe/${capability}`,
              access: consoleAccess.needs(capability),
              reply: Empty,
              errors: [],
              summary: 'needs a capability',
              handler: () => ({}),
            }),
          ),
          write({
            id: 'probe.dangerous',
            method: 'POST',
            base: 'console',
            path: '/probe/dangerous',
            access: consoleAccess.needs('tenant.create', { stepUp: true }),
            reply: Empty,
            errors: [operatorErrors.step_up_required],
            audit: notAudited('a probe'),
            summary: 'needs a fresh code',
            handler: async () => ({}),
          }),
        ],
      },
    ],
  });
  rows = stage.server.app.modules.find(({ name }) => name === 'operator')?.rows ?? [];
});
afterAll(() => stage.close());

/** The 404 answer without the parts that differ on every call. */
function faceOf({ status, body, headers }: Answer) {
  const names = [...headers.keys()].filter((name) => name !== 'date' && name !== 'connection');
  return { status, body: { ...body, request_id: undefined }, names: names.sort() };
}

const events = (kind: string) =>
  stage.world.database.query<{ ip: string; detail: unknown }>(
    'select ip, detail from security_events where kind = $1 order by id',
    [kind],
  );

const setMode = (mode: 'public' | 'private') =>
  stage.world.database.query(
    `insert into platform_settings (key, value, updated_at) values ('access_mode', $1, now())
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(mode)],
  );

describe('on another host', () => {
  it('every console row looks like an unknown address (404), for every method', async () => {
    expect(rows.length).toBeGreaterThan(14);
    const elsewhere = stage.server.url.replace('127.0.0.1', 'localhost');
    const call = (method: string, path: string, headers: Record<string, string> = {}) =>
      createCaller(elsewhere).call(method, path, {
        headers: { 'x-forwarded-host': '127.0.0.1', forwarded: 'host=127.0.0.1', ...headers },
        ...(method === 'GET' ? {} : { rawBody: '{}' }),
      });
    const unknown = faceOf(await call('GET', `${base}/nothing`));
    expect(unknown).toMatchObject({ status: 404, body: { error: 'not_found' } });
    for (const row of rows)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const path = fullPath(row).replace(/:\w+/, 'x');
        expect([method, path, faceOf(await call(method, path))]).toEqual([method, path, unknown]);
      }
    const signedIn = await stage.operator(0);
    const cookie = `cp_session=${signedIn.cookie}`;
    expect(faceOf(await call('GET', `${base}/me`, { cookie }))).toEqual(unknown);
    expect((await signedIn.get('/me')).status).toBe(200);
    expect((await signedIn.call('PUT', '/me')).status).toBe(405);
  });

  it('raises one alarm a minute for each address', async () => {
    const caller = createCaller(stage.server.url.replace('127.0.0.1', 'localhost'));
    for (let tries = 0; tries < 5; tries += 1) await caller.get(`${base}/me`);
    const mine = async () => (await events('console_wrong_host')).filter(({ ip }) => ip === caller.ip).length;
    await expect.poll(mine).toBe(1);
    stage.world.clock.advance(61_000);
    await caller.get(`${base}/me`);
    await expect.poll(mine).toBe(2);
  });
});

describe('client addresses', () => {
  const statusFrom = async (ip: string) => (await createBrowser(stage.server, { ip }).get('/me')).status;
  const inside = ['10.1.2.3', '192.0.2.7', '2001:db8::1', '::ffff:10.1.9.9'];
  const outside = ['10.2.0.1', '192.0.2.8', '2001:db9::1', '203.0.113.5'];

  it('are checked only while the platform is private, as soon as the mode changes', async () => {
    for (const ip of [...inside, ...outside]) expect([ip, await statusFrom(ip)]).toEqual([ip, 401]);
    await setMode('private');
    for (const ip of inside) expect([ip, await statusFrom(ip)]).toEqual([ip, 401]);
    for (const ip of outside) expect([ip, await statusFrom(ip)]).toEqual([ip, 404]);
    const unknown = faceOf(await createBrowser(stage.server, { ip: '10.2.0.2' }).get('/nothing'));
    expect(faceOf(await createBrowser(stage.server, { ip: '10.2.0.2' }).get('/me'))).toEqual(unknown);
    expect((await createBrowser(stage.server, { ip: '10.2.0.2' }).post('/session/eid/start')).status).toBe(
      404,
    );
    await setMode('public');
    for (const ip of outside) expect([ip, await statusFrom(ip)]).toEqual([ip, 401]);
  });

  it('are not checked if the setting says open, nor is the host if none is set', async () => {
    const open = await stage.world.startServer({ env: { CONTROL_PLANE_ALLOWED_CIDRS: 'open' } });
    await setMode('private');
    expect((await createBrowser(open, { ip: '203.0.113.5' }).get('/me')).status).toBe(401);
    await setMode('public');
    const named = createCaller(open.url.replace('127.0.0.1', 'localhost'));
    expect((await named.get(`${base}/me`)).status).toBe(401);
    await open.stop();
  });
});

describe('in production without CONTROL_PLANE_HOST', () => {
  it('the console does not exist', async () => {
    const env = { ...productionEnvOn(stage.world), TRUSTED_PROXIES: '127.0.0.1' };
    const server = await stage.world.startServer({ env });
    const caller = createCaller(server.url);
    const unknown = faceOf(await caller.get(`${base}/nothing`));
    expect(faceOf(await caller.get(`${base}/me`))).toEqual(unknown);
    expect(faceOf(await caller.post(`${base}/session/eid/start`))).toEqual(unknown);
    await server.stop();
  });
});

describe('a write', () => {
  it('must come from a page of the console, otherwise it is rejected and raises an alarm', async () => {
    const signedIn = await stage.operator(0);
    for (const origin of [null, 'null', 'http://localhost:3000', 'https://127.0.0.1', 'http://evil.test'])
      for (const [method, path] of [
        ['POST', '/session/eid/start'],
        ['POST', '/session'],
        ['POST', '/tenants/bulk'],
        ['POST', '/step-up'],
        ['DELETE', '/session'],
      ] as const) {
        const browser = createBrowser(stage.server, { origin });
        browser.cookie = signedIn.cookie;
        const answer = await browser.call(method, path, { rawBody: '{}' });
        expect([origin, path, answer.status, answer.body.error]).toEqual([origin, path, 403, 'csrf_failed']);
      }
    expect((await signedIn.get('/me')).status).toBe(200);
    await expect.poll(async () => (await events('csrf_failed')).at(0)?.detail).toEqual({ where: 'console' });
  });
});

describe('a page of another origin', () => {
  it('cannot read the console, even if its origin may call the API', async () => {
    const signedIn = await stage.operator(0);
    const origin = stage.server.config.appOrigin;
    const answer = await signedIn.get('/me', { headers: { origin } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const elsewhere = await createCaller(stage.server.url).get('/health', { headers: { origin } });
    expect(elsewhere.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describe('each role', () => {
  const paths: Partial<Record<Capability, string>> = {
    'tenant.read': '/tenants',
    'audit.read': '/audit',
    'operator.read': '/operators',
    'directory.read': '/directory/people',
  };
  const emptyBulk = (browser: Browser) => browser.post('/tenants/bulk', { organisations: [] });

  it.each(operatorRoles.map((role, index) => [role, index] as const))(
    'allows exactly its capabilities: %s',
    async (role: OperatorRole, index) => {
      const browser = await stage.operator(index + 1, role);
      const held = capabilitiesOf[role];
      expect((await browser.get('/me')).body.data.capabilities).toEqual(held);
      for (const capability of capabilities) {
        const expected = held.includes(capability) ? 200 : 403;
        const fresh = createBrowser(stage.server);
        fresh.cookie = browser.cookie;
        expect([capability, (await fresh.get(`/probe/${capability}`)).status]).toEqual([
          capability,
          expected,
        ]);
        const path = paths[capability];
        if (path !== undefined) expect([path, (await fresh.get(path)).status]).toEqual([path, expected]);
      }
      // A capable role gets as far as the step-up check; others do not.
      expect((await emptyBulk(browser)).body.error).toBe(
        held.includes('tenant.create') ? 'step_up_required' : 'forbidden',
      );
    },
  );

  it('lists only capabilities that a row requires', () => {
    const asked = new Set(rows.map(({ access }) => access.why?.split('; ').at(-1)));
    expect(capabilities.filter((capability) => !asked.has(capability))).toEqual([]);
  });

  it('raises an alarm for a call beyond its capabilities', async () => {
    const before = (await events('privilege_denied')).length;
    const browser = await stage.operator(5, 'auditor');
    expect((await emptyBulk(browser)).body.error).toBe('forbidden');
    await expect.poll(async () => (await events('privilege_denied')).length).toBeGreaterThan(before);
    expect((await events('privilege_denied')).at(-1)?.detail).toMatchObject({
      role: 'auditor',
      capability: 'tenant.create',
    });
  });

  it('needs a fresh code for dangerous changes', async () => {
    const citizen = await stage.phone.citizen(/^ordinary/, 6);
    const { secret } = await stage.add(citizen, 'operator');
    const browser = await stage.signIn(citizen, secret);
    expect((await browser.post('/probe/dangerous')).body.error).toBe('step_up_required');
    stage.world.clock.advance(30_000);
    await browser.post('/step-up', { code: stage.code(secret) });
    expect((await browser.post('/probe/dangerous')).status).toBe(200);
    stage.world.clock.advance(301_000);
    expect((await browser.post('/probe/dangerous')).body.error).toBe('step_up_required');
  });

  it('needs a live session (401)', async () => {
    const stranger = createBrowser(stage.server);
    stranger.cookie = randomBytes(32).toString('hex');
    for (const path of ['/me', '/tenants', '/audit', '/operators', '/directory/people'])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 401]);
    expect((await emptyBulk(stranger)).status).toBe(401);
  });
});
