import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startProxy } from '../../../test/tcp-proxy.ts';
import { createLogger } from '../observability/logger.ts';
import { type Bus, createBus } from './bus.ts';
import { remember } from './remembered.ts';

const logger = createLogger('silent');
let home: TestDatabase;
let started: Bus[] = [];

beforeAll(async () => {
  home = await createTestDatabase();
});
afterEach(async () => {
  for (const bus of started) await bus.stop();
  started = [];
  await until(async () => (await connections()).length === 0);
});
afterAll(() => home.drop());

async function openBus(options: { url?: string; monotonicMs?: () => number } = {}): Promise<Bus> {
  const bus = createBus({ url: home.appUrl, logger, ...options });
  started.push(bus);
  await bus.start();
  return bus;
}
const publish = (payload: object, channel = 'test') =>
  home.query('insert into bus_events (channel, payload) values ($1, $2)', [channel, JSON.stringify(payload)]);
const connections = async () =>
  (
    await home.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and application_name = 'tamga-bus'`,
      [home.name],
    )
  ).map((row) => row.pid);
const cut = () =>
  home.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'tamga-bus'`,
    [home.name],
  );

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come true within ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the bus', () => {
  it('brings an event that one instance committed to every other, once, on its channel', async () => {
    const buses = [await openBus(), await openBus(), await openBus()];
    const heard: unknown[][] = buses.map(() => []);
    buses.forEach((bus, index) => {
      bus.on('test.once', (payload) => heard[index]?.push(payload));
      bus.on('test.other', () => heard[index]?.push('wrong channel'));
    });
    await publish({ n: 1, text: 'Ө "quoted"' }, 'test.once');
    await publish({ n: 2 }, 'test.once');
    await until(() => heard.every((events) => events.length >= 2));
    expect(heard).toEqual(Array(3).fill([{ n: 1, text: 'Ө "quoted"' }, { n: 2 }]));
  });

  it('brings nothing of a transaction that was undone', async () => {
    const bus = await openBus();
    const heard: unknown[] = [];
    bus.on('test.undone', (payload) => heard.push(payload));
    await home.query('begin');
    await publish({ undone: true }, 'test.undone');
    await home.query('rollback');
    await publish({ undone: false }, 'test.undone');
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ undone: false }]);
  });

  it('is not live at once when its connection is cut, drops what is remembered, and comes back by itself', async () => {
    const bus = await openBus();
    const memory = remember(bus, async (key) => key);
    const heard: unknown[] = [];
    bus.on('test.cut', (payload) => heard.push(payload));
    await memory.load('kept');
    expect([bus.live(), memory.get('kept')]).toEqual([true, 'kept']);
    await publish({ n: 'before' }, 'test.cut');
    await until(() => heard.length === 1);

    await cut();
    await publish({ n: 'meanwhile' }, 'test.cut');
    await until(() => !bus.live());
    expect(memory.get('kept')).toBeUndefined();
    await until(() => bus.live());
    expect(memory.get('kept')).toBeUndefined();
    await publish({ n: 'after' }, 'test.cut');
    await until(() => heard.length >= 3);
    expect(heard).toEqual([{ n: 'before' }, { n: 'meanwhile' }, { n: 'after' }]);
    expect(await connections()).toHaveLength(1);
  });

  it('delivers what was committed while it was away once, whatever the order of ids', async () => {
    const bus = await openBus();
    const heard: unknown[] = [];
    bus.on('test.away', (payload) => heard.push(payload['n']));
    for (let round = 0; round < 3; round += 1) {
      await cut();
      await publish({ n: round }, 'test.away');
      await until(() => bus.live() && heard.includes(round));
    }
    expect(heard).toEqual([0, 1, 2]);
  });

  it('keeps no connection that could not be made ready', async () => {
    await home.query('revoke select on bus_events from tamga_app');
    try {
      const bus = createBus({ url: home.appUrl, logger });
      for (let times = 0; times < 3; times += 1) await expect(bus.start()).rejects.toThrow(/permission/);
      await until(async () => (await connections()).length === 0);
      expect(bus.live()).toBe(false);
    } finally {
      await home.query('grant select on bus_events to tamga_app');
    }
  });

  it('keeps no connection when it is stopped while connecting', async () => {
    const bus = createBus({ url: home.appUrl, logger });
    const starting = bus.start();
    await bus.stop();
    await expect(starting).rejects.toThrow(/stopped/);
    await until(async () => (await connections()).length === 0);
    expect(bus.live()).toBe(false);
  });
});

describe('a connection that has gone deaf', () => {
  it('is noticed in under a second of the monotonic clock, though nothing broke', async () => {
    const proxy = await startProxy(home);
    let nowMs = 1000;
    const bus = await openBus({ url: proxy.url, monotonicMs: () => nowMs });
    let gaps = 0;
    bus.onGap(() => {
      gaps += 1;
    });
    const memory = remember(bus, async (key) => key);
    await memory.load('kept');
    proxy.deafen();
    nowMs += 800;
    expect([bus.live(), memory.get('kept'), gaps]).toEqual([true, 'kept', 0]);
    nowMs += 199;
    expect([bus.live(), memory.get('kept'), gaps]).toEqual([false, undefined, 1]);
    proxy.restore();
    await until(() => bus.live());
    expect(memory.get('kept')).toBeUndefined();
    await bus.stop();
    await proxy.close();
  });

  it('is given up and replaced, and what it missed is delivered', async () => {
    const proxy = await startProxy(home);
    const bus = await openBus({ url: proxy.url });
    const heard: unknown[] = [];
    bus.on('test.deaf', (payload) => heard.push(payload['n']));
    proxy.deafen();
    await publish({ n: 1 }, 'test.deaf');
    await until(() => !bus.live());
    expect(heard).toEqual([]);
    proxy.restore();
    await until(() => bus.live());
    expect(heard).toEqual([1]);
    await bus.stop();
    await proxy.close();
  });

  it('while it is being made is given up as well', async () => {
    const proxy = await startProxy(home);
    const bus = await openBus({ url: proxy.url });
    proxy.deafenAt('listen tamga_bus');
    await cut();
    await until(() => !bus.live() && proxy.deafCount() > 0);
    proxy.restore();
    await until(() => bus.live());
    await bus.stop();
    await proxy.close();
  });
});
