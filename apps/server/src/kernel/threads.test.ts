import { afterEach, describe, expect, it } from 'vitest';
import { createThreads, type ThreadOptions, type Threads } from './threads.ts';

/** Answers with the length of what it gets, and raises the flag when the answer is on its way. */
const program = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ text, flag }) => {
    if (text === 'hang') for (;;);
    if (text === 'throw') throw new Error('broken');
    if (text === 'fill') for (const all = []; ; ) all.push(new Array(1e6).fill(Math.random()));
    parentPort.postMessage(text.length);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`);

interface Message {
  text: string;
  flag: Int32Array;
}

const flag = () => new Int32Array(new SharedArrayBuffer(4));
const opened: Threads<Message, number>[] = [];
function open(options: Partial<ThreadOptions> = {}): Threads<Message, number> {
  const threads = createThreads<Message, number>({
    file,
    threads: 1,
    memoryMb: 32,
    timeoutMs: 60_000,
    longestQueue: 2,
    ...options,
  });
  opened.push(threads);
  return threads;
}
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close();
});

const say = (threads: Threads<Message, number>, text: string) => threads.run({ text, flag: flag() });

describe('threads', () => {
  it('answer in turn', async () => {
    const threads = open();
    expect(await Promise.all(['a', 'bb', 'ccc'].map((text) => say(threads, text)))).toEqual([1, 2, 3]);
  });

  it('refuse more tasks than may wait', async () => {
    const threads = open({ longestQueue: 1 });
    const [first, second] = [say(threads, 'a'), say(threads, 'bb')];
    await expect(say(threads, 'ccc')).rejects.toMatchObject({ fault: 'crowded' });
    expect([await first, await second]).toEqual([1, 2]);
  });

  it.each([
    ['hang', { timeoutMs: 100 }, 'timed_out'],
    ['throw', {}, 'ended'],
    ['fill', {}, 'ended'],
  ] as const)('lose the one that a task makes %s, and go on with another', async (text, options, fault) => {
    const threads = open(options);
    await expect(say(threads, text)).rejects.toMatchObject({ fault });
    await expect(say(open(), 'after')).resolves.toBe(5);
    if (text !== 'hang') expect(await say(threads, 'after')).toBe(5);
  });

  it('give each lane its turn, and refuse more of one lane than may wait', async () => {
    const threads = open({ longestQueue: 10, lane: { longestQueue: 3, running: 1 } });
    const order: string[] = [];
    const ask = async (lane: string, text: string) => {
      await threads.run({ load: async () => ({ text, flag: flag() }) }, lane);
      order.push(`${lane}${text.length}`);
    };
    const all = [ask('a', '1'), ask('a', '22'), ask('a', '333'), ask('a', '4444')];
    await expect(ask('a', '55555')).rejects.toMatchObject({ fault: 'lane_crowded' });
    await Promise.all([...all, ask('b', '1'), ask('c', '1'), ask('b', '22')]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('leave a thread to others while one lane hangs, and load nothing before its turn', async () => {
    const threads = open({ threads: 2, longestQueue: 9, lane: { longestQueue: 3, running: 1 } });
    let loaded = 0;
    const load = async () => {
      loaded += 1;
      return { text: 'hang', flag: flag() };
    };
    const hanging = Promise.allSettled([threads.run({ load }, 'a'), threads.run({ load }, 'a')]);
    expect(await threads.run({ text: 'bb', flag: flag() }, 'b')).toBe(2);
    expect(loaded).toBe(1);
    await expect(
      threads.run({ load: () => Promise.reject(new Error('the sender left')) }, 'b'),
    ).rejects.toThrow('the sender left');
    expect(await threads.run({ text: 'ccc', flag: flag() }, 'b')).toBe(3);
    await threads.close();
    await hanging;
  });

  it('close while the answer of a task is on its way', async () => {
    const threads = open();
    await say(threads, 'warm');
    const raised = flag();
    const answer = threads.run({ text: 'late', flag: raised });
    // This thread sleeps until the answer waits for it, so that it arrives after closing began.
    Atomics.wait(raised, 0, 0);
    await threads.close();
    expect(await answer).toBe(4);
    await expect(say(threads, 'more')).rejects.toMatchObject({ fault: 'closed' });
  });

  it('close while a task hangs and others wait', async () => {
    const threads = open();
    const tasks = [say(threads, 'hang'), say(threads, 'a')];
    const outcomes = Promise.allSettled(tasks);
    await threads.close();
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { fault: 'ended' } },
      { status: 'rejected', reason: { fault: 'closed' } },
    ]);
  });
});
