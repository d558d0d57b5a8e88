import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Statement } from '../../kernel/db/query.ts';
import { averageOf, latencyEnds, percentileOf, sumFigures } from './figures.ts';
import { classFigures, insertLog, totals, trafficFigures, usageFigures } from './figures-store.ts';
import type { LogEntry } from './log-queue.ts';
import { deleteOldPaths, keepMonths } from './store.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let services: TestUpstream[];
let apps: GatewayClient[];

beforeAll(async () => {
  stage = await openGatewayStage();
  services = [await stage.newUpstream(), await stage.newUpstream()];
  apps = [await stage.newClient(services), await stage.newClient(services)];
});
afterAll(() => stage.close());
beforeEach(() => query('truncate gateway_log, gateway_minutes, gateway_hours, gateway_paths'));

const query = <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
  stage.world.database.query<Row>(text, [...values]);
const write = (entries: readonly LogEntry[], on: TestServer = stage.server) =>
  insertLog(on.app.database.reader(systemIdentity), entries);
const ago = (ms: number) => new Date(stage.clock.now().getTime() - ms);
const hourMs = 3_600_000;

const entry = (fields: Partial<LogEntry> = {}): LogEntry => ({
  at: stage.clock.now(),
  method: 'GET',
  path: '/gw/a',
  status: 200,
  latencyMs: 10,
  clientIp: '192.0.2.1',
  upstreamId: null,
  clientId: null,
  ...fields,
});

/** Seeded pseudo-random numbers from 0 to 1, the same on every run. */
function createRandom(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) / 0x7fffff;
  };
}

function generateTraffic(count: number): LogEntry[] {
  const random = createRandom();
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * 0.9999 * items.length)] as T;
  return Array.from({ length: count }, () => {
    const popular = Math.floor(random() ** 3 * 12);
    return entry({
      at: ago(Math.floor(random() * 26 * hourMs)),
      path: `/gw/${popular}`,
      status: pick([200, 200, 200, 204, 302, 404, 429, 499, 500, 503, 101]),
      latencyMs: Math.floor(Math.exp(random() * 11.2)) - 1,
      upstreamId: pick([null, ...services.map(({ id }) => id)]),
      clientId: pick([null, ...apps.map(({ id }) => id)]),
    });
  });
}

async function writeFromTwo(traffic: readonly LogEntry[]) {
  const second = await stage.world.startServer({ env: stage.env });
  const batches = Array.from({ length: Math.ceil(traffic.length / 100) }, (_, n) =>
    traffic.slice(n * 100, (n + 1) * 100),
  );
  await Promise.all(batches.map((batch, n) => write(batch, n % 2 === 0 ? stage.server : second)));
}

/** Sums up the log rows independently of the figures. */
const counted = (grain: string, keys: string) => `
  select date_trunc('${grain}', created_at), ${keys}, status / 100, count(*), count(*) filter (where status = 429),
    sum(latency_ms), max(latency_ms), array(
      select count(took) from unnest(array_agg(latency_ms)) as took right join generate_series(0, ${latencyEnds.length})
        as class on class = width_bucket(took - 1, array[${latencyEnds.join(', ')}]) and took is not null
      group by class order by class)
  from gateway_log group by 1, ${keys}, status / 100`;
const kept = (table: string, keys: string) => `
  select start, ${keys}, class::integer, requests::bigint, rate_limited::bigint, latency_ms, slowest_ms,
    array[${latencyEnds.map((end) => `ms_${end}`).join(', ')}, ms_more]::bigint[] from ${table}`;

describe('the traffic figures', () => {
  it('equal the sums of the log rows when several instances write the same figure', async () => {
    const traffic = generateTraffic(6000);
    await writeFromTwo(traffic);
    expect(await query('select count(*)::integer as n from gateway_log')).toEqual([{ n: 6000 }]);
    for (const [table, grain, keys] of [
      ['gateway_minutes', 'minute', 'service_id'],
      ['gateway_hours', 'hour', 'service_id, application_id'],
    ] as const) {
      const [log, figures] = [counted(grain, keys), kept(table, keys)];
      expect(await query(`(${log}) except all (${figures})`)).toEqual([]);
      expect(await query(`(${figures}) except all (${log})`)).toEqual([]);
    }
  });

  it('are written together with the log or not at all', async () => {
    await expect(write([entry(), entry({ status: 999 })])).rejects.toThrow();
    for (const table of ['gateway_log', 'gateway_minutes', 'gateway_hours', 'gateway_paths'])
      expect(await query(`select 1 as there from ${table}`)).toEqual([]);
  });

  it('give the same reports as the log would', async () => {
    await writeFromTwo(generateTraffic(6000));
    const asAdmin = async (path: string) => (await stage.call('GET', path, undefined, stage.admin)).body.data;
    const minute = new Date(Math.floor(ago(24 * hourMs).getTime() / 60_000) * 60_000);
    const [day] = await query(
      `select count(*)::integer as requests_24h, (count(*) filter (where status >= 500))::integer as errors_24h,
         (count(*) filter (where status = 429))::integer as rate_limited_24h,
         round(avg(latency_ms))::integer as avg_latency_ms
       from gateway_log where created_at >= $1`,
      [minute],
    );
    const overview = await asAdmin('/gateway/overview');
    expect(overview).toMatchObject(day ?? {});
    expect(overview.status_buckets).toEqual(
      await query(
        `select status / 100 || 'xx' as class, count(*)::integer as count from gateway_log where created_at >= $1
         group by 1 order by 1`,
        [minute],
      ),
    );
    const hour = new Date(Math.ceil(ago(24 * hourMs).getTime() / hourMs) * hourMs);
    expect(overview.top_paths).toEqual(
      await query(
        `select path, count(*)::integer as count from gateway_log where created_at >= $1
         group by 1 order by 2 desc, 1 limit 5`,
        [hour],
      ),
    );
    const service = services[0]?.id ?? '';
    for (const hours of [1, 7, 11, 24]) {
      const { items, bucket_seconds, total } = await asAdmin(
        `/gateway/services/${service}/traffic?hours=${hours}`,
      );
      expect([bucket_seconds % 60, total * bucket_seconds >= hours * 3600, total <= 96]).toEqual([
        0,
        true,
        true,
      ]);
      const stretches = await query(
        `select count(*)::integer as requests, (count(*) filter (where status >= 500))::integer as errors
         from generate_series($2::timestamptz, $3, make_interval(secs => $4)) as stretch left join gateway_log
           on service_id = $1 and created_at >= stretch and created_at < stretch + make_interval(secs => $4)
         where service_id is not null group by stretch order by stretch`,
        [service, items[0].at, items.at(-1).at, bucket_seconds],
      );
      const busy = items.filter(({ requests }: { requests: number }) => requests > 0);
      expect(busy.map(({ requests, errors }: Record<string, number>) => ({ requests, errors }))).toEqual(
        stretches,
      );
    }
  });

  it('keep the most frequent paths in few rows, however many other paths are called', async () => {
    const flood = Array.from({ length: 20_000 }, () => entry({ path: `/gw/a/${randomUUID()}` }));
    const hot = Array.from({ length: 400 }, () => entry({ path: '/gw/a/hot' }));
    for (let at = 0; at < flood.length; at += 5000) await write(flood.slice(at, at + 5000));
    for (let at = 0; at < hot.length; at += 100) await write(hot.slice(at, at + 100));
    const [answer] = await stage.server.app.database.reader(systemIdentity).run(totals(ago(hourMs)));
    expect(answer?.top_paths[0]?.path).toBe('/gw/a/hot');
    expect(answer?.top_paths[0]?.count).toBeGreaterThanOrEqual(400);
    expect(answer?.top_paths[0]?.count).toBeLessThan(440);
    expect(await query('select count(*) <= 1024 as few from gateway_paths')).toEqual([{ few: true }]);
  });

  it('are read without a scan of the log', async () => {
    await query(
      `insert into gateway_log (created_at, method, path, status, latency_ms, client_ip, service_id, application_id)
       select $1::timestamptz - make_interval(secs => n % 86000), 'GET', '/gw/a', 200, 5, '', $2, $3
       from generate_series(1, 100000) as n`,
      [stage.clock.now(), services[0]?.id, apps[0]?.id],
    );
    await query('analyze gateway_log');
    const [from, to] = [ago(24 * hourMs), stage.clock.now()];
    const statements: Statement<unknown>[] = [
      classFigures(from, ago(23 * hourMs)),
      totals(from),
      trafficFigures(services[0]?.id ?? '', { from, to, bucketSeconds: 900 }),
      usageFigures(apps[0]?.id ?? '', from),
    ];
    for (const { text, values } of statements) {
      const plan = await query(`explain ${text}`, values);
      expect(JSON.stringify(plan)).toMatch(/gateway_(minutes|hours|paths)/);
      expect(JSON.stringify(plan)).not.toContain('gateway_log');
    }
  });

  it('are kept longer than the log; minutes and paths are deleted sooner', async () => {
    const months = (count: number) => ago(count * 31 * 24 * hourMs);
    for (const at of [stage.clock.now(), ago(hourMs), months(2), months(6), months(20)])
      await write([entry({ at })]);
    const { database } = stage.server.app;
    await keepMonths(database, 3);
    await database.transaction(systemIdentity, (tx) => deleteOldPaths(tx, ago(2 * 24 * hourMs)));
    const [left] = await query(
      `select (select count(*) from gateway_log)::integer as log, (select sum(requests) from gateway_minutes)::integer
         as minutes, (select sum(requests) from gateway_hours)::integer as hours,
         (select sum(requests) from gateway_paths)::integer as paths`,
    );
    expect(left).toEqual({ log: 3, minutes: 2, hours: 4, paths: 2 });
  });
});

describe('a percentile', () => {
  const figuresOf = (latencies: readonly number[]) =>
    sumFigures(
      latencies.map((latency_ms) => {
        const at = latencyEnds.findIndex((end) => latency_ms <= end);
        const took = [...latencyEnds, 0].map((_, n) => (n === (at < 0 ? latencyEnds.length : at) ? 1 : 0));
        return { requests: 1, rate_limited: 0, latency_ms, slowest_ms: latency_ms, took };
      }),
    );

  it('lies in the latency class of the call with its rank', () => {
    const random = createRandom(11);
    for (const count of [1, 2, 3, 10, 400]) {
      const latencies = Array.from({ length: count }, () => Math.floor(Math.exp(random() * 11.2)) - 1);
      const sorted = latencies.toSorted((a, b) => a - b);
      const figures = figuresOf(latencies);
      expect(averageOf(figures)).toBe(Math.round(latencies.reduce((sum, ms) => sum + ms, 0) / count));
      for (const share of [0.5, 0.95]) {
        const exact = sorted[Math.ceil(count * share) - 1] ?? 0;
        const at = latencyEnds.findIndex((end) => exact <= end);
        const found = percentileOf(figures, share);
        expect(found).toBeGreaterThanOrEqual(latencyEnds[(at < 0 ? latencyEnds.length : at) - 1] ?? 0);
        expect(found).toBeLessThanOrEqual(latencyEnds[at] ?? Number.POSITIVE_INFINITY);
        expect(found).toBeLessThanOrEqual(sorted.at(-1) ?? 0);
      }
    }
  });

  it('is zero without calls', () => {
    expect([percentileOf(sumFigures([]), 0.95), averageOf(sumFigures([]))]).toEqual([0, 0]);
  });
});
