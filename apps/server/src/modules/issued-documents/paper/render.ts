import { Worker } from 'node:worker_threads';
import type { Page } from './page.ts';

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

const timeoutMs = 15_000;

/** Renders documents on a separate thread: a tenth of a second each would block all other requests. */
export function createRenderer(): (content: Page) => Promise<Uint8Array> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  const failAll = (reason: string) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const start = () => {
    const fresh = new Worker(new URL('./render-worker.ts', import.meta.url), {
      // The server may run with options that a worker thread rejects.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    fresh.on('message', ({ id, bytes, reason }: { id: number; bytes?: Uint8Array; reason?: string }) => {
      const request = waiting.get(id);
      waiting.delete(id);
      if (bytes !== undefined) request?.resolve(bytes);
      else request?.reject(new Error(`rendering failed: ${reason}`));
    });
    fresh.on('error', (error) => failAll(`the render thread failed: ${error.message}`));
    fresh.on('exit', () => {
      if (worker === fresh) failAll('the render thread ended');
    });
    // An idle thread must not keep the server process alive.
    fresh.unref();
    return fresh;
  };

  return (content) =>
    new Promise((resolve, reject) => {
      worker ??= start();
      const id = ++last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error('rendering timed out'));
      }, timeoutMs);
      const done =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      worker.postMessage({ id, content });
    });
}
