import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, withClient } from '../../../test/database.ts';
import { startProxy } from '../../../test/tcp-proxy.ts';
import { until } from '../../../test/until.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createLogger } from '../observability/logger.ts';
import { type Announcement, type Bus, type BusOptions, createBus } from './bus.ts';
import { createBusCache } from './bus-cache.ts';

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

async function openBus(options: Partial<BusOptions> = {}): Promise<Bus> {
  const bus = createBus({ url: home.appUrl, logger, ...options });
  started.push(bus);
  await bus.start();
  return bus;
}
const publish = (payload: object, channel = 'test') =>
  home.query('insert into bus_events (channel, payload) values ($1, $2)', [channel, JSON.stringify(payload)]);
const elsewhere = <T>(work: (client: pg.Client) => Promise<T>) => withClient(home.superuserUrl, work);
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

describe('the bus', () => {
  it('delivers an event that one instance committed to every other instance, once, on its channel', async () => {
    const buses = [await openBus(), await openBus(), await openBus()];
    const received: unknown[][] = buses.map(() => []);
    buses.forEach((bus, index) => {
      bus.on('test.once', (payload) => received[index]?.push(payload));
      bus.on('test.other', () => received[index]?.push('wrong channel'));
    });
    await publish({ n: 1, text: 'Ө "quoted"' }, 'test.once');
    await publish({ n: 2 }, 'test.once');
    await until(() => received.every((events) => events.length >= 2));
    expect(received).toEqual(Array(3).fill([{ n: 1, text: 'Ө "quoted"' }, { n: 2 }]));
  });

  it('delivers nothing of a transaction that was rolled back', async () => {
    const bus = await openBus();
    const received: unknown[] = [];
    bus.on('test.undone', (payload) => received.push(payload));
    await home.query('begin');
    await publish({ undone: true }, 'test.undone');
    await home.query('rollback');
    await publish({ undone: false }, 'test.undone');
    await until(() => received.length > 0);
    expect(received).toEqual([{ undone: false }]);
  });

  it('stops being live at once when its connection is cut, reports a gap, and reconnects', async () => {
    const bus = await openBus();
    const memory = createBusCache(bus, async (key) => key);
    const received: unknown[] = [];
    bus.on('test.cut', (payload) => received.push(payload));
    await memory.load('kept');
    expect([bus.live(), memory.get('kept')]).toEqual([true, 'kept']);
    await publish({ n: 'before' }, 'test.cut');
    await until(() => received.length === 1);

    await cut();
    await publish({ n: 'meanwhile' }, 'test.cut');
    await until(() => !bus.live());
    expect(memory.get('kept')).toBeUndefined();
    await until(() => bus.live());
    expect(memory.get('kept')).toBeUndefined();
    await publish({ n: 'after' }, 'test.cut');
    await until(() => received.length >= 3);
    expect(received).toEqual([{ n: 'before' }, { n: 'meanwhile' }, { n: 'after' }]);
    expect(await connections()).toHaveLength(1);
  });

  it('delivers events committed during an outage once, in any order of ids', async () => {
    const bus = await openBus();
    const received: unknown[] = [];
    bus.on('test.away', (payload) => received.push(payload['n']));
    for (let round = 0; round < 3; round += 1) {
      await cut();
      await publish({ n: round }, 'test.away');
      await until(() => bus.live() && received.includes(round));
    }
    expect(received).toEqual([0, 1, 2]);
  });

  it('delivers an event that commits after later ones, each once', async () => {
    const bus = await openBus();
    const received: unknown[] = [];
    bus.on('test.late', (payload) => received.push(payload['n']));
    await home.query('begin');
    await publish({ n: 'began first' }, 'test.late');
    for (let n = 1; n <= 3; n += 1) {
      await elsewhere((client) =>
        client.query(
          `insert into tamga.bus_events (channel, payload) values ('test.late', jsonb_build_object('n', $1::int))`,
          [n],
        ),
      );
      await until(() => received.length === n);
    }
    await home.query('commit');
    await until(() => received.length >= 4);
    await publish({ n: 'last' }, 'test.late');
    await until(() => received.includes('last'));
    expect(received).toEqual([1, 2, 3, 'began first', 'last']);
  });

  it('delivers no earlier events to a new instance', async () => {
    await publish({ n: 'old' }, 'test.old');
    const bus = await openBus();
    const received: unknown[] = [];
    bus.on('test.old', (payload) => received.push(payload['n']));
    await publish({ n: 'new' }, 'test.old');
    await until(() => received.includes('new'));
    expect(received).toEqual(['new']);
  });

  it('keeps no connection that failed during setup', async () => {
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

describe('an instance that announces an event', () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase({ url: home.appUrl, max: 2 });
  });
  afterAll(() => database.close());

  const commit = async (channel: string, n: number): Promise<Announcement> => {
    const key = randomUUID();
    await home.query('insert into bus_events (key, channel, payload) values ($1, $2, $3)', [
      key,
      channel,
      JSON.stringify({ n }),
    ]);
    return { key, channel, payload: { n } };
  };
  const listen = (bus: Bus, channel: string) => {
    const received: unknown[] = [];
    bus.on(channel, (payload) => received.push(payload['n']));
    return received;
  };

  it('receives it at once, and not again from the database', async () => {
    const bus = await openBus({ database });
    const received = listen(bus, 'test.own');
    const announcement = await commit('test.own', 1);
    bus.announced([announcement]);
    expect(received).toEqual([1]);
    await publish({ n: 2 }, 'test.own');
    await until(() => received.includes(2));
    expect(received).toEqual([1, 2]);
  });

  it('isolates failing listeners', async () => {
    const bus = await openBus({ database });
    bus.on('test.failing', () => {
      throw new Error('not today');
    });
    const received = listen(bus, 'test.failing');
    bus.announced([await commit('test.failing', 1)]);
    await publish({ n: 2 }, 'test.failing');
    await until(() => received.length === 2);
    expect([received, bus.live()]).toEqual([[1, 2], true]);
  });

  it('receives from the database an event that was committed but not announced', async () => {
    const bus = await openBus({ database });
    const received = listen(bus, 'test.lost');
    await commit('test.lost', 1);
    await until(() => received.length > 0);
    expect(received).toEqual([1]);
  });

  it('notifies the others, however many events it announces at once', async () => {
    const never = { heartbeatMs: 3_600_000 };
    const here = await openBus({ database, ...never });
    const there = [await openBus(never), await openBus(never)];
    const received = there.map((bus) => listen(bus, 'test.wake'));
    for (let n = 0; n < 200; n += 1) here.announced([await commit('test.wake', n)]);
    await until(() => received.every(({ length }) => length >= 200));
    expect(received).toEqual(there.map(() => Array.from({ length: 200 }, (_, n) => n)));
  });
});

describe('a stale bus connection', () => {
  it('is detected in under a second of the monotonic clock, without a connection error', async () => {
    const proxy = await startProxy(home);
    let nowMs = 1000;
    const bus = await openBus({ url: proxy.url, monotonicMs: () => nowMs });
    let gaps = 0;
    bus.onGap(() => {
      gaps += 1;
    });
    const memory = createBusCache(bus, async (key) => key);
    await memory.load('kept');
    proxy.stall();
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

  it('is told apart from a process that asked late, by one question', async () => {
    const proxy = await startProxy(home);
    let nowMs = 1000;
    const bus = await openBus({ url: proxy.url, monotonicMs: () => nowMs, heartbeatMs: 3_600_000 });
    nowMs += 5000;
    expect(bus.live()).toBe(false);
    expect(await bus.check()).toBe(true);
    expect(await connections()).toHaveLength(1);
    proxy.stall();
    nowMs += 5000;
    expect(await bus.check()).toBe(false);
    await bus.stop();
    await proxy.close();
  });

  it('is replaced, and the missed events are delivered', async () => {
    const proxy = await startProxy(home);
    const bus = await openBus({ url: proxy.url });
    const received: unknown[] = [];
    bus.on('test.deaf', (payload) => received.push(payload['n']));
    proxy.stall();
    await publish({ n: 1 }, 'test.deaf');
    await until(() => !bus.live());
    expect(received).toEqual([]);
    proxy.restore();
    await until(() => bus.live());
    expect(received).toEqual([1]);
    await bus.stop();
    await proxy.close();
  });

  it('is also dropped during connection setup', async () => {
    const proxy = await startProxy(home);
    const bus = await openBus({ url: proxy.url });
    proxy.stallAt('listen tamga_bus');
    await cut();
    await until(() => !bus.live() && proxy.stalledCount() > 0);
    proxy.restore();
    await until(() => bus.live());
    await bus.stop();
    await proxy.close();
  });
});
