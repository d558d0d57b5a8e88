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

/** The same for calls that are answered: those that come together are one piece of work, and fail together. */
export function gatherCalls<Given, Answer>(
  slots: number,
  work: (given: readonly Given[]) => Promise<readonly Answer[]>,
): (given: Given) => Promise<Answer> {
  const calls = gather<{ given: Given; resolve(answer: Answer): void; reject(error: unknown): void }>(
    slots,
    async (batch) => {
      try {
        const answers = await work(batch.map(({ given }) => given));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    },
  );
  return (given) => new Promise((resolve, reject) => calls.push({ given, resolve, reject }));
}
