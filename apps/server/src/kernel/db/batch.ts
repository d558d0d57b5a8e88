/** A queue of items that arrive while earlier ones are in work, and are then flushed together. */
export interface Batcher<Item> {
  push(item: Item): void;
  waiting(): number;
}

/** A larger batch gains little and delays its last item. */
const maxBatch = 64;

/**
 * Items that arrive in one turn of the event loop share a flush, and so do those that arrive while all slots work.
 * `flush` must not throw, and each slot runs one flush at a time.
 */
export function createBatcher<Item>(
  slots: number,
  flush: (items: readonly Item[], slot: number) => Promise<void>,
): Batcher<Item> {
  const queue: Item[] = [];
  const idle = Array.from({ length: slots }, (_, slot) => slot);
  let isScheduled = false;
  const pump = () => {
    isScheduled = false;
    while (queue.length > 0) {
      const slot = idle.pop();
      if (slot === undefined) return;
      void flush(queue.splice(0, maxBatch), slot).finally(() => {
        idle.push(slot);
        schedule();
      });
    }
  };
  const schedule = () => {
    if (isScheduled || queue.length === 0 || idle.length === 0) return;
    isScheduled = true;
    setImmediate(pump);
  };
  return {
    push: (item) => {
      queue.push(item);
      schedule();
    },
    waiting: () => queue.length,
  };
}

/** Batches calls that return a result: calls of one batch are one unit of work and fail together. */
export function batchCalls<Given, Answer>(
  slots: number,
  work: (given: readonly Given[]) => Promise<readonly Answer[]>,
): (given: Given) => Promise<Answer> {
  const calls = createBatcher<{ given: Given; resolve(answer: Answer): void; reject(error: unknown): void }>(
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
