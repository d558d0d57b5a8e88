import { describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { createBusCache } from './bus-cache.ts';

/** A bus with the two things the cache needs: whether it is live, and gaps. */
function createSwitch(): { bus: Bus; set(live: boolean): void } {
  let live = true;
  const listeners: (() => void)[] = [];
  return {
    set: (next) => {
      if (live && !next) for (const listener of listeners) listener();
      live = next;
    },
    bus: {
      live: () => live,
      check: async () => live,
      on: () => undefined,
      onGap: (listener) => listeners.push(listener),
      announced: () => undefined,
      start: async () => undefined,
      stop: async () => undefined,
    },
  };
}

/** Reads that the test completes, each with its number as the value. */
function createSource() {
  const waiting: ((value: string) => void)[] = [];
  let reads = 0;
  return {
    reads: () => reads,
    read: (_key: string) => {
      reads += 1;
      return new Promise<string>((resolve) => waiting.push(resolve));
    },
    answer: async (value: string) => {
      waiting.shift()?.(value);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('values in the bus cache', () => {
  it('are read once and then served from memory', async () => {
    const source = createSource();
    const values = createBusCache(createSwitch().bus, source.read);
    expect(values.get('a')).toBeUndefined();
    const loading = values.load('a');
    await source.answer('one');
    expect(await loading).toBe('one');
    expect(values.get('a')).toBe('one');
    expect(await values.load('a')).toBe('one');
    expect(source.reads()).toBe(1);
  });

  it('share one read among concurrent loads of a key, but not among keys', async () => {
    const source = createSource();
    const values = createBusCache(createSwitch().bus, source.read);
    const loads = [values.load('a'), values.load('a'), values.load('a'), values.load('b')];
    expect(source.reads()).toBe(2);
    await source.answer('one');
    await source.answer('other');
    expect(await Promise.all(loads)).toEqual(['one', 'one', 'one', 'other']);
  });

  for (const [what, forget] of [
    ['its key', (values: ReturnType<typeof createBusCache<string>>) => values.forget('a')],
    ['values like it', (values: ReturnType<typeof createBusCache<string>>) => values.forgetWhere(() => true)],
  ] as const)
    it(`are not kept when ${what} was invalidated during the read`, async () => {
      const source = createSource();
      const values = createBusCache(createSwitch().bus, source.read);
      const loading = values.load('a');
      forget(values);
      const again = values.load('a');
      const third = values.load('a');
      expect(source.reads()).toBe(2);
      await source.answer('old');
      expect(await loading).toBe('old');
      expect(values.get('a')).toBeUndefined();
      const fourth = values.load('a');
      expect(source.reads()).toBe(2);
      await source.answer('new');
      expect(await Promise.all([again, third, fourth])).toEqual(['new', 'new', 'new']);
      expect(values.get('a')).toBe('new');
    });

  it('are dropped when the bus may have missed an event, and not kept while it is down', async () => {
    const source = createSource();
    const { bus, set } = createSwitch();
    const values = createBusCache(bus, source.read);
    const kept = values.load('a');
    await source.answer('one');
    await kept;
    set(false);
    expect(values.get('a')).toBeUndefined();
    const through = [values.load('a'), values.load('a')];
    expect(source.reads()).toBe(3);
    await source.answer('two');
    await source.answer('two');
    await Promise.all(through);
    set(true);
    expect(values.get('a')).toBeUndefined();
  });

  it('are not kept when the bus went down during the read, even if it is live again', async () => {
    const source = createSource();
    const { bus, set } = createSwitch();
    const values = createBusCache(bus, source.read);
    const loading = values.load('a');
    set(false);
    set(true);
    await source.answer('stale');
    expect(await loading).toBe('stale');
    expect(values.get('a')).toBeUndefined();
  });

  it('are invalidated by key or by a predicate, without affecting other values', async () => {
    const values = createBusCache(createSwitch().bus, async (key) => `value of ${key}`);
    for (const key of ['a', 'b', 'c']) await values.load(key);
    values.forget('a');
    values.forgetWhere((value) => value.endsWith('b'));
    expect(['a', 'b', 'c'].map((key) => values.get(key))).toEqual([undefined, undefined, 'value of c']);
  });

  it('never exceed the maximum number of entries', async () => {
    const values = createBusCache(createSwitch().bus, async (key) => key, 3);
    for (const key of ['a', 'b', 'c', 'd', 'e']) await values.load(key);
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => values.get(key) !== undefined)).toEqual(['c', 'd', 'e']);
  });

  it('are read again after a failed read', async () => {
    let fails = true;
    const values = createBusCache(createSwitch().bus, async (key) => {
      if (fails) throw new Error('not now');
      return key;
    });
    await expect(values.load('a')).rejects.toThrow('not now');
    fails = false;
    expect(await values.load('a')).toBe('a');
  });
});
