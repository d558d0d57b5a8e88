import type { Bus } from './bus.ts';

/** A cache of database values that bus messages invalidate. */
export interface BusCache<V> {
  get(key: string): V | undefined;
  load(key: string): Promise<V>;
  forget(key: string): void;
  forgetWhere(matches: (value: V) => boolean): void;
}

/**
 * Caches nothing while the bus is down: each call reads the database, and fails when that fails. A value whose
 * key is invalidated during its read is returned once and not kept.
 */
export function createBusCache<V>(
  bus: Bus,
  read: (key: string) => Promise<V>,
  maxEntries = 50_000,
): BusCache<V> {
  const values = new Map<string, V>();
  const reading = new Map<string, Promise<V>>();
  let generation = 0;
  const clear = () => {
    generation += 1;
    values.clear();
    reading.clear();
  };
  bus.onGap(clear);
  const readAndKeep = async (key: string): Promise<V> => {
    const startedIn = generation;
    const value = await read(key);
    if (startedIn === generation && bus.live()) {
      if (values.size >= maxEntries) values.delete(values.keys().next().value as string);
      values.set(key, value);
    }
    return value;
  };
  return {
    get: (key) => (bus.live() ? values.get(key) : undefined),
    load: (key) => {
      if (!bus.live()) return read(key);
      const kept = values.get(key);
      if (kept !== undefined) return Promise.resolve(kept);
      const shared = reading.get(key);
      if (shared !== undefined) return shared;
      const started: Promise<V> = readAndKeep(key).finally(() => {
        if (reading.get(key) === started) reading.delete(key);
      });
      reading.set(key, started);
      return started;
    },
    forget: (key) => {
      generation += 1;
      values.delete(key);
      reading.delete(key);
    },
    forgetWhere: (matches) => {
      generation += 1;
      reading.clear();
      for (const [key, value] of values) if (matches(value)) values.delete(key);
    },
  };
}
