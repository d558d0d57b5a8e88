import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { insertLog } from './figures-store.ts';
import { keepMonths } from './store.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
let app: GatewayClient;

beforeAll(async () => {
  stage = await openGatewayStage();
  service = await stage.newUpstream();
  app = await stage.newClient([service], { per_minute: 1, burst: 8, daily_quota: 100 });
});
afterAll(() => stage.close());

const asAdmin = (path: string) => stage.call('GET', path, undefined, stage.admin);
/** Removes the traffic of other tests. */
const clearTraffic = () =>
  stage.world.database.query('truncate gateway_log, gateway_minutes, gateway_hours, gateway_paths');

async function seed(entries: { status?: number; latency?: number; path?: string; agoMs?: number }[]) {
  const nowMs = stage.clock.now().getTime();
  await insertLog(
    stage.server.app.database.reader(systemIdentity),
    entries.map(({ status = 200, latency = 10, path = '/gw/a', agoMs = 0 }) => ({
      at: new Date(nowMs - agoMs),
      method: 'GET',
      path,
      status,
      latencyMs: latency,
      clientIp: '192.0.2.1',
      upstreamId: service.id,
      clientId: app.id,
    })),
  );
}

describe('the gateway log', () => {
  it('holds each call without its query, with the caller’s address, upstream and client', async () => {
    await clearTraffic();
    const ip = '203.0.113.77';
    const caller = createCaller(stage.server.url, ip);
    await caller.get(`/gw/${service.name}/a?secret=1`, { token: app.token });
    await caller.get(`/gw/${service.name}/b`, { token: 'nonsense' });
    await caller.get('/rp/sign/v3/session/x?y=1', { token: 'nonsense' });
    await caller.get('/api/v1/eid/summary', { token: 'nonsense' });
    await caller.get('/api/v1/provider/login?login_challenge=nothing');
    await caller.get('/api/v1/users/me', { token: 'nonsense' });
    const rows = await stage.logged(5);
    expect(rows.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', `/gw/${service.name}/a`, 200],
      ['GET', `/gw/${service.name}/b`, 401],
      ['GET', '/rp/sign/v3/session/x', 401],
      ['GET', '/api/v1/eid/summary', 401],
      ['GET', '/api/v1/provider/login', expect.any(Number)],
    ]);
    expect(rows[0]).toMatchObject({ client_ip: ip, service_id: service.id, application_id: app.id });
    expect(rows[1]).toMatchObject({ service_id: null, application_id: null });
  });

  it('is listed newest first, page by page; a limit out of range counts as 100', async () => {
    await clearTraffic();
    await seed(Array.from({ length: 105 }, (_, n) => ({ path: `/gw/${n}`, agoMs: 200_000 - n * 1000 })));
    const first = (await asAdmin('/gateway/logs?limit=2')).body.data;
    expect(first.items.map(({ path }: { path: string }) => path)).toEqual(['/gw/104', '/gw/103']);
    const second = (await asAdmin(`/gateway/logs?limit=2&cursor=${first.next}`)).body.data;
    expect(second.items.map(({ path }: { path: string }) => path)).toEqual(['/gw/102', '/gw/101']);
    expect([first.total, second.total]).toEqual([105, 105]);
    await seed(Array.from({ length: 100 }, () => ({ path: '/gw/more', agoMs: 300_000 })));
    // The total is capped here.
    expect((await asAdmin('/gateway/logs?limit=2')).body.data.total).toBe(200);
    for (const limit of ['0', '201', '-5'])
      expect((await asAdmin(`/gateway/logs?limit=${limit}`)).body.data.items).toHaveLength(100);
    expect(Object.keys(first.items[0]).sort()).toEqual([
      'client_ip',
      'created_at',
      'id',
      'latency_ms',
      'method',
      'path',
      'status',
    ]);
  });

  it('is kept for as many months as the setting says', async () => {
    await clearTraffic();
    await stage.world.database.query(
      `insert into gateway_log (created_at, method, path, status, latency_ms, client_ip)
       values (now() - interval '7 months', 'GET', '/old', 200, 1, ''), (now(), 'GET', '/new', 200, 1, '')`,
    );
    await keepMonths(stage.server.app.database, 3);
    expect((await stage.logged(1)).map(({ path }) => path)).toEqual(['/new']);
  });
});

describe('GET /gateway/overview', () => {
  it('counts the last 24 hours', async () => {
    await clearTraffic();
    await seed([
      ...Array.from({ length: 18 }, () => ({ latency: 10 })),
      { status: 503, latency: 1000, path: '/gw/b' },
      { status: 429, latency: 2, path: '/gw/b' },
      { status: 500, agoMs: 25 * 3_600_000 },
    ]);
    const { data } = (await asAdmin('/gateway/overview')).body;
    expect(data).toMatchObject({
      requests_24h: 20,
      errors_24h: 1,
      rate_limited_24h: 1,
      error_rate: 0.05,
      avg_latency_ms: 59,
      p95_latency_ms: 10,
      status_buckets: [
        { class: '2xx', count: 18 },
        { class: '4xx', count: 1 },
        { class: '5xx', count: 1 },
      ],
      top_paths: [
        { path: '/gw/a', count: 18 },
        { path: '/gw/b', count: 2 },
      ],
    });
    const [counts] = await stage.world.database.query<Record<string, string>>(
      `select (select count(*) from gateway_services) as services, (select count(*) from applications) as consumers,
         (select count(*) from application_services) as active_keys`,
    );
    for (const [name, count] of Object.entries(counts ?? {})) expect(data[name]).toBe(Number(count));
  });

  it('is all zeros without traffic', async () => {
    await clearTraffic();
    expect((await asAdmin('/gateway/overview')).body.data).toMatchObject({
      requests_24h: 0,
      error_rate: 0,
      p95_latency_ms: 0,
      status_buckets: [],
      top_paths: [],
    });
  });
});

describe('GET /gateway/services/{id}/traffic', () => {
  it('returns buckets of equal length, including those without traffic', async () => {
    await clearTraffic();
    await seed([{ latency: 10 }, { latency: 30 }, { latency: 500, status: 502 }, { agoMs: 2 * 3_600_000 }]);
    const { data } = (await asAdmin(`/gateway/services/${service.id}/traffic?hours=24`)).body;
    expect(data).toMatchObject({
      service_id: service.id,
      name: service.name,
      bucket_seconds: 900,
      total: 96,
    });
    const busy = data.items.filter(({ requests }: { requests: number }) => requests > 0);
    expect(busy.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)).toBe(4);
    expect(data.items.at(-1)).toMatchObject({
      requests: 3,
      errors: 1,
      p50_latency_ms: 28,
      p95_latency_ms: 477,
    });
    expect((await asAdmin(`/gateway/services/${app.id}/traffic`)).status).toBe(404);
    expect((await asAdmin('/gateway/services/11111111-2222-4333-8444-555555555555/traffic')).status).toBe(
      404,
    );
    expect((await asAdmin(`/gateway/services/${service.id}/traffic?hours=1000`)).status).toBe(422);
  });
});

describe('GET /gateway/usage', () => {
  it('shows a client its own usage only', async () => {
    await clearTraffic();
    await seed([{}, { status: 500 }, { status: 429 }]);
    const usage = (token: string) => createCaller(stage.server.url).get('/api/v1/gateway/usage', { token });
    const before = (await usage(app.token)).body.data.quota.used;
    await stage.gw(app, 'GET', `${service.name}/x`);
    const { data } = (await usage(app.token)).body;
    expect(data).toMatchObject({
      client_id: app.id,
      rate: { per_minute: 1, burst: 8 },
      quota: { limit: 100, used: before + 1, left: 100 - before - 1 },
    });
    expect(data.services[0]).toMatchObject({ service: service.name, errors: 1, rate_limited: 1 });
    const midnight = new Date(data.quota.resets_at);
    expect([midnight.getUTCHours(), midnight > stage.clock.now()]).toEqual([0, true]);
    const refused = await usage(stage.person.token);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});

describe('the gateway reports', () => {
  it('need gateway.manage', async () => {
    for (const path of ['/gateway/overview', '/gateway/logs', `/gateway/services/${service.id}/traffic`]) {
      expect((await stage.call('GET', path, undefined, stage.person)).body.error).toBe('forbidden');
      expect((await stage.call('GET', path)).body.error).toBe('unauthorized');
    }
  });
});
