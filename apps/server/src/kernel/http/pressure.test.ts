import { Agent, get } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { createLagMeter, watchPressure } from './pressure.ts';

let world: TestWorld;
let server: TestServer;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  server = await world.startServer({ extraModules: [createProbe().module], env: { SHED_LAG_MS: '150' } });
});
afterAll(() => world.close());

describe('load shedding', () => {
  it('answers 503 with Retry-After while the event loop lags, keeps /health, and recovers', async () => {
    const caller = createCaller(server.url);
    const settled = () =>
      expect.poll(async () => (await caller.get('/api/v1/site/auth')).status, { interval: 100 }).toBe(200);
    await settled();
    let over = false;
    const blocked = caller.get('/api/v1/probe/block?ms=4000').finally(() => {
      over = true;
    });
    const origin = server.config.appOrigin;
    let shed: Answer | undefined;
    while (shed === undefined && !over) {
      const answer = await caller.get('/api/v1/site/auth', { headers: { origin } });
      if (answer.status === 503) shed = answer;
    }
    expect(shed?.body).toMatchObject({ status: false, error: 'overloaded' });
    expect(shed?.headers.get('retry-after')).toBe('2');
    expect(shed?.headers.get('x-content-type-options')).toBe('nosniff');
    // A browser must be able to read the reason.
    expect(shed?.headers.get('access-control-allow-origin')).toBe(origin);
    expect((await caller.get('/health')).status).toBe(200);
    await callUntil(200, () => caller.get('/ready'));
    expect((await blocked).status).toBe(200);
    await settled();
  });
});

describe('watchPressure', () => {
  const block = async (sliceMs: number, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const end = performance.now() + sliceMs;
      while (performance.now() < end);
      await nextTurn();
    }
  };
  const watch = (waiting: () => number) => watchPressure({ lagMs: 150, queue: 10 }, { waiting });

  it('measures the lag of the event loop, growing with the length of its turns', async () => {
    const pressure = watch(() => 0);
    await block(100, 4);
    expect(pressure.lagMs()).toBeGreaterThan(50);
    await block(300, 3);
    expect(pressure.lagMs()).toBeGreaterThan(200);
    expect(pressure.overloaded()).toBe(true);
    // The server begins to listen here: earlier lag was its startup.
    pressure.begin();
    expect(pressure.overloaded()).toBe(false);
    pressure.stop();
  });

  it('counts requests that wait for a connection', () => {
    let waiting = 10;
    const pressure = watch(() => waiting);
    expect(pressure.overloaded()).toBe(false);
    waiting = 11;
    expect(pressure.overloaded()).toBe(true);
    pressure.stop();
  });
});

describe('createLagMeter', () => {
  const lagOf = (...ticksMs: number[]) => {
    const meter = createLagMeter(0);
    let nowMs = 0;
    for (const passedMs of ticksMs) {
      nowMs += passedMs;
      meter.tick(nowMs);
    }
    return meter.lagMs();
  };

  it('does not report one slow tick before a second one followed', () => {
    expect(lagOf(800)).toBe(0);
    expect(lagOf(800, 20)).toBe(390);
  });

  it('reports the mean lateness of the last window', () => {
    expect(lagOf(600, 600)).toBe(580);
    expect(lagOf(600, 600, ...Array<number>(13).fill(20))).toBe(0);
  });
});

describe('a stopping server', () => {
  it('finishes its open requests, then ends at once, even with keep-alive connections', async () => {
    const probe = createProbe();
    const stopping = await world.startServer({ extraModules: [probe.module] });
    const agent = new Agent({ keepAlive: true });
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        get(`${stopping.url}${path}`, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        }).on('error', reject);
      });
    await ask('/health');
    const held = [ask('/api/v1/probe/slow'), ask('/api/v1/probe/slow')];
    await until(() => probe.held() === 2);
    const startedAt = performance.now();
    const stopped = stopping.stop();
    probe.release();
    await stopped;
    expect(await Promise.all(held)).toEqual([200, 200]);
    // Far below the 72 seconds for which an idle connection is otherwise kept.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    agent.destroy();
  });
});

describe('a row that does not end', () => {
  it('is answered 503 timeout in the envelope, with Retry-After', async () => {
    const probe = createProbe();
    const impatient = await world.startServer({ extraModules: [probe.module], rowTimeoutMs: 300 });
    const answer = await createCaller(impatient.url).get('/api/v1/probe/slow');
    probe.release();
    await impatient.stop();
    expect([answer.status, answer.body.error]).toEqual([503, 'timeout']);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });
});
