import { describe, expect, it } from 'vitest';
import { createLogQueue, type LogEntry } from './log-queue.ts';

const entry = (path: string): LogEntry => ({
  at: new Date(0),
  method: 'GET',
  path,
  status: 200,
  latencyMs: 1,
  clientIp: '192.0.2.1',
  upstreamId: null,
  clientId: null,
});
const quiet = { warn: () => undefined };

describe('the log queue', () => {
  it('writes everything in batches and flushes at shutdown', async () => {
    const written: LogEntry[][] = [];
    const queue = createLogQueue({ logger: quiet, write: async (entries) => written.push([...entries]) });
    for (let call = 0; call < 300; call += 1) queue.add(entry(`/${call}`));
    await queue.stop();
    expect(written.flat().map(({ path }) => path)).toEqual(Array.from({ length: 300 }, (_, n) => `/${n}`));
    expect(written.length).toBeLessThan(10);
    expect(queue.dropped()).toBe(0);
  });

  it('drops and counts the overflow while the database is slow, without blocking callers', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let written = 0;
    const queue = createLogQueue({
      logger: quiet,
      write: async (entries) => {
        await held;
        written += entries.length;
      },
    });
    for (let call = 0; call < 5000; call += 1) queue.add(entry('/x'));
    // Four batches are being written and 512 entries wait.
    expect(queue.dropped()).toBe(5000 - 4 * 128 - 512);
    release();
    await queue.stop();
    expect(written + queue.dropped()).toBe(5000);
  });

  it('counts entries that could not be written as dropped, and warns once', async () => {
    const warnings: unknown[] = [];
    const queue = createLogQueue({
      logger: { warn: (...said: unknown[]) => void warnings.push(said) } as never,
      write: () => Promise.reject(new Error('away')),
    });
    for (let call = 0; call < 300; call += 1) queue.add(entry('/x'));
    await queue.stop();
    expect(queue.dropped()).toBe(300);
    expect(warnings).toHaveLength(1);
  });
});
