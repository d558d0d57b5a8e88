import { describe, expect, it } from 'vitest';
import { batchCalls, createBatcher } from './batch.ts';

describe('createBatcher', () => {
  it('flushes the items of one turn together, and later ones when a slot is free', async () => {
    const flushed: (readonly number[])[] = [];
    const finished: (() => void)[] = [];
    const batcher = createBatcher<number>(1, (items) => {
      flushed.push(items);
      return new Promise((resolve) => finished.push(resolve));
    });
    for (const item of [1, 2, 3]) batcher.push(item);
    expect([flushed, batcher.waiting()]).toEqual([[], 3]);
    await expect.poll(() => flushed).toEqual([[1, 2, 3]]);
    for (const item of [4, 5]) batcher.push(item);
    expect(batcher.waiting()).toBe(2);
    finished[0]?.();
    await expect
      .poll(() => flushed)
      .toEqual([
        [1, 2, 3],
        [4, 5],
      ]);
  });
});

describe('batchCalls', () => {
  it('gives each call its own answer, and the failure of a batch to all of its calls', async () => {
    const double = batchCalls(1, async (given: readonly number[]) => {
      if (given.includes(0)) throw new Error('no zero');
      return given.map((each) => each * 2);
    });
    expect(await Promise.all([1, 2].map(double))).toEqual([2, 4]);
    expect(await Promise.allSettled([0, 1].map(double))).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(await double(3)).toBe(6);
  });
});
