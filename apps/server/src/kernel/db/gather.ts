/** Work that arrives while earlier work is under way, and is then done together. */
export interface Gathering<Item> {
  push(item: Item): void;
  waiting(): number;
}

/** More at once would gain little and make the last of them wait for all. */
const most = 64;

/**
 * A lone item waits for nobody; under load many share the cost of one. `flush` deals with failures itself: it must not
 * throw. Each slot does one flush at a time.
 */
export function gather<Item>(
  slots: number,
  flush: (items: readonly Item[], slot: number) => Promise<void>,
): Gathering<Item> {
  const queue: Item[] = [];
  const idle = Array.from({ length: slots }, (_, slot) => slot);
  const pump = () => {
    while (queue.length > 0) {
      const slot = idle.pop();
      if (slot === undefined) return;
      void flush(queue.splice(0, most), slot).finally(() => {
        idle.push(slot);
        pump();
      });
    }
  };
  return {
    push: (item) => {
      queue.push(item);
      pump();
    },
    waiting: () => queue.length,
  };
}
