import type { Bus } from './bus.ts';

/** Values read from the database and kept while the bus vouches that nobody changed them. */
export interface Remembered<V> {
  get(key: string): V | undefined;
  load(key: string): Promise<V>;
  forget(key: string): void;
  forgetWhere(matches: (value: V) => boolean): void;
}

/**
 * While the bus is not live nothing is remembered: each call reads the database, and where that fails too the caller
 * refuses. A value whose key was forgotten while it was being read is given out once and not kept.
 */
export function remember<V>(bus: Bus, read: (key: string) => Promise<V>, maxEntries = 50_000): Remembered<V> {
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
