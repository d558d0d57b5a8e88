import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { type Limiter, memoryLimiter, sharedLimiter } from './limits.ts';
import type { Limit } from './token-bucket.ts';

let world: TestWorld;
let database: Database;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  database = createDatabase({ url: world.database.appUrl, max: 4 });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

/** Refills so slowly that the duration of a test does not matter. */
const slow: Limit = { group: 'slow', perMinute: 0.01, burst: 4 };
const grants = async (limiter: Limiter, subject: string, times: number) => {
  const granted: boolean[] = [];
  for (let n = 0; n < times; n += 1) granted.push((await limiter.take(slow, subject)).granted);
  return granted;
};

describe('memory and shared limiters', () => {
  it.each(['memory', 'shared'])('%s grants exactly the burst to each subject', async (kind) => {
    const limiter = kind === 'memory' ? memoryLimiter(() => 0) : sharedLimiter(database, () => 0);
    const exactly = [true, true, true, true, false, false];
    expect(await grants(limiter, `${kind}-a`, 6)).toEqual(exactly);
    expect(await grants(limiter, `${kind}-b`, 6)).toEqual(exactly);
    const otherGroup = await limiter.take({ ...slow, group: 'other' }, `${kind}-a`);
    expect(otherGroup.granted).toBe(true);
  });

  it('shared grants exactly the burst to many concurrent calls', async () => {
    const limiters = [sharedLimiter(database, () => 0), sharedLimiter(database, () => 0)];
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (limiters[n % 2] as Limiter).take(slow, 'at-once')),
    );
    expect(taken.filter((one) => one.granted)).toHaveLength(4);
  });

  it('shared stores no address in plain text', async () => {
    await sharedLimiter(database, () => 0).take(slow, '203.0.113.77');
    const rows = await world.database.query<{ key: string }>('select key from rate_buckets');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.key.includes('203.0.113'))).toEqual([]);
  });

  it.each(['memory', 'shared'])(
    '%s tells the caller of an empty bucket when the next token comes',
    async (kind) => {
      let nowMs = 1000;
      const limit: Limit = { group: `nearer-${kind}`, perMinute: 1, burst: 1 };
      const limiter = kind === 'memory' ? memoryLimiter(() => nowMs) : sharedLimiter(database, () => nowMs);
      await limiter.take(limit, 'x');
      const early = await limiter.take(limit, 'x');
      nowMs += 30_000;
      const late = await limiter.take(limit, 'x');
      expect([early.granted, late.granted]).toEqual([false, false]);
      expect(late.tokens - early.tokens).toBeCloseTo(0.5, 1);
    },
  );
});

describe('memoryLimiter', () => {
  it('holds no more buckets than its bound, and drops the least recently used', async () => {
    const limiter = memoryLimiter(() => 0, 3);
    expect(await grants(limiter, 'first', 5)).toEqual([true, true, true, true, false]);
    await limiter.take(slow, 'second');
    await limiter.take(slow, 'third');
    expect((await limiter.take(slow, 'first')).granted).toBe(false);
    await limiter.take(slow, 'fourth');
    await limiter.take(slow, 'fifth');
    expect((await limiter.take(slow, 'first')).granted).toBe(false);
    await grants(limiter, 'second', 1);
    await grants(limiter, 'third', 1);
    await grants(limiter, 'fourth', 1);
    expect((await limiter.take(slow, 'first')).granted).toBe(true);
  });

  it('takes no longer per call when many addresses call at once', async () => {
    const many = 20_000;
    const limiter = memoryLimiter(() => 0, many);
    const takeAll = async (name: string) => {
      const before = process.cpuUsage().user;
      for (let n = 0; n < many; n += 1) await limiter.take(slow, `${name}-${n}`);
      return process.cpuUsage().user - before;
    };
    const below = await takeAll('below');
    // A sweep per call would make it thousands of times slower.
    expect(await takeAll('beyond')).toBeLessThan(below * 20);
  });
});

describe('a limited row', () => {
  const call = (url: string, ip: string) => createCaller(url, ip).get('/api/v1/probe/limited');

  it('reports the remaining tokens, the reset time, and the time to wait', async () => {
    const server = await world.startServer({ extraModules: [createProbe().module] });
    const nowSeconds = world.clock.now().getTime() / 1000;
    const headersOf = async () => {
      const { status, headers, body } = await call(server.url, '10.0.0.1');
      const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
      return {
        status,
        error: body.error,
        limit: read('limit'),
        left: read('remaining'),
        resetsIn: Math.round(read('reset') - nowSeconds),
        wait: headers.get('retry-after'),
      };
    };
    expect(await headersOf()).toMatchObject({
      status: 200,
      limit: 3,
      left: 2,
      resetsIn: expect.toSatisfy((n: number) => n >= 1 && n <= 2),
      wait: null,
    });
    expect(await headersOf()).toMatchObject({ left: 1 });
    expect(await headersOf()).toMatchObject({ left: 0 });
    expect(await headersOf()).toMatchObject({ status: 429, error: 'rate_limited', left: 0, wait: '1' });
    world.clock.advance(1000);
    expect((await call(server.url, '10.0.0.1')).status).toBe(200);
    expect((await call(server.url, '10.0.0.1')).status).toBe(429);
  });

  it('shares its buckets between two servers with the shared store, and not with the memory store', async () => {
    for (const [store, granted] of [
      ['shared', 3],
      ['memory', 6],
    ] as const) {
      const options = { extraModules: [createProbe().module], env: { RATE_LIMIT_STORE: store } };
      const servers = [await world.startServer(options), await world.startServer(options)];
      const begunMs = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => call(servers[n % 2]?.url ?? '', `10.0.1.${granted}`)),
      );
      const ok = answers.filter((answer) => answer.status === 200).length;
      // One token a second refills meanwhile in the shared store, which uses the database's clock.
      expect(ok).toBeGreaterThanOrEqual(granted);
      expect(ok).toBeLessThanOrEqual(granted + Math.ceil((performance.now() - begunMs) / 1000));
    }
  });
});
