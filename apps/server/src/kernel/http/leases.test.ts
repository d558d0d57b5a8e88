import { describe, expect, it } from 'vitest';
import { createLeases, type Leases } from './leases.ts';

/** A shared count of tokens that several instances take from. */
function openCount(start: number) {
  const count = { left: start, asked: 0, lowest: start };
  let nowMs = 0;
  const open = (): Leases<null> =>
    createLeases<null>(
      {
        take: async (_key, _terms, demand, extra) => {
          count.asked += 1;
          const granted = Math.min(count.left, demand + Math.min(extra, Math.floor(count.left / 4)));
          count.left -= granted;
          count.lowest = Math.min(count.lowest, count.left);
          return { granted, remaining: count.left };
        },
        giveBack: async (_key, _terms, unused) => {
          count.left += unused;
        },
        emptyForMs: () => 1000,
      },
      () => nowMs,
    );
  return { count, open, advance: (ms: number) => (nowMs += ms) };
}

const takeMany = async (leases: Leases<null>, calls: number) => {
  const taken = await Promise.all(Array.from({ length: calls }, () => leases.take('key', null)));
  return taken.filter(({ granted }) => granted).length;
};

describe('leases', () => {
  it('grant exactly the available tokens to many callers at two instances', async () => {
    const { count, open } = openCount(100);
    const [one, two] = [open(), open()];
    const [first, second] = await Promise.all([takeMany(one, 150), takeMany(two, 150)]);
    expect(first + second).toBe(100);
    expect(count.lowest).toBe(0);
    await one.stop();
    await two.stop();
  });

  it('query the shared count rarely under constant use', async () => {
    const { count, open } = openCount(100_000);
    const leases = open();
    for (let call = 0; call < 2000; call += 1) expect((await leases.take('key', null)).granted).toBe(true);
    expect(count.asked).toBeLessThan(60);
    await leases.stop();
  });

  it('return leased tokens that were not used', async () => {
    const { count, open } = openCount(1000);
    const leases = open();
    for (let call = 0; call < 4; call += 1) await takeMany(leases, 1);
    expect(count.left).toBeLessThan(996);
    await leases.stop();
    expect(count.left).toBe(996);
  });

  it('refuse an empty count from memory for a while, then query again', async () => {
    const { count, open, advance } = openCount(1);
    const leases = open();
    expect(await takeMany(leases, 3)).toBe(1);
    const asked = count.asked;
    expect(await takeMany(leases, 50)).toBe(0);
    expect(count.asked).toBe(asked);
    count.left = 5;
    advance(1001);
    expect(await takeMany(leases, 2)).toBe(2);
    await leases.stop();
  });

  it('reject waiting callers when the count is unreachable, and recover', async () => {
    let reachable = false;
    const leases = createLeases<null>({
      take: async (_key, _terms, demand) => {
        if (!reachable) throw new Error('away');
        return { granted: demand, remaining: 0 };
      },
      giveBack: async () => undefined,
      emptyForMs: () => 0,
    });
    await expect(takeMany(leases, 3)).rejects.toThrow('away');
    reachable = true;
    expect(await takeMany(leases, 3)).toBe(3);
    await leases.stop();
  });
});
