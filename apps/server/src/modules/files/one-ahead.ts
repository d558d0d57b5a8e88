/** Makes the next part while the last one is written: the disk and the cipher work at the same time. */
export async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const parts = source[Symbol.asyncIterator]();
  let next = take(parts);
  try {
    for (;;) {
      const { result, error } = await next;
      if (result === undefined) throw error;
      if (result.done === true) return;
      next = take(parts);
      yield result.value;
    }
  } finally {
    // Not awaited: a part that is still being made may wait for a client that has stopped sending.
    parts.return?.().catch(() => undefined);
  }
}

/** An error waits for the reader, which may still be writing the part before it. */
const take = <T>(parts: AsyncIterator<T>): Promise<{ result?: IteratorResult<T>; error?: unknown }> =>
  parts.next().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
