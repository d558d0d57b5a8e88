import { Worker } from 'node:worker_threads';
import type { VerificationResult } from './result.ts';
import { refusal, type VerifyOptions } from './verify-pdf.ts';

export type VerifyAnswer = { result: VerificationResult } | { failed: string };

export interface VerifierOptions {
  threads?: 1 | 2;
  /** For one document, from the moment a thread takes it. */
  deadlineMs?: number;
  /** Documents that may wait; each holds its bytes in memory. */
  longestQueue?: number;
  /** Another thread, for tests. */
  worker?: URL;
}

export interface Verifier {
  /** Rejects with `VerifierBusy` when too many documents wait. */
  verify(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationResult>;
  close(): Promise<void>;
}

export class VerifierBusy extends Error {}

interface Job {
  bytes: Uint8Array;
  options: VerifyOptions;
  resolve(result: VerificationResult): void;
  reject(error: Error): void;
}

const MEMORY_MB = 512;

/**
 * Verifies strangers' documents on separate threads: a document that hangs or needs too much memory loses its
 * thread, and the answer says so.
 */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const { threads = 1, deadlineMs = 15_000, longestQueue = 16 } = options;
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  const queue: Job[] = [];
  let isClosed = false;

  function start(): Worker {
    const worker = new Worker(options.worker ?? new URL('./verify-worker.ts', import.meta.url), {
      // The server may run with options that a worker thread rejects.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // An idle thread must not keep the server process alive.
    worker.unref();
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || busy.size < threads)) {
      const job = queue.shift();
      if (job) run(idle.pop() ?? start(), job);
    }
  }

  function run(worker: Worker, job: Job): void {
    busy.add(worker);
    worker.ref();
    const settle = (isReusable: boolean, done: () => void) => {
      clearTimeout(timer);
      // Only these: without an argument the thread would lose its connection, too.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      busy.delete(worker);
      worker.unref();
      if (isReusable && !isClosed) idle.push(worker);
      else {
        // A thread that is being stopped may still report that it ran out of memory.
        worker.on('error', () => undefined);
        void worker.terminate();
      }
      done();
      next();
    };
    const timer = setTimeout(
      () => settle(false, () => job.resolve(refusal('TIMED_OUT', 'the thread was stopped'))),
      deadlineMs,
    );
    worker.once('message', (answer: VerifyAnswer) =>
      settle(true, () => {
        if ('result' in answer) job.resolve(answer.result);
        else job.reject(new Error(`verification failed: ${answer.failed}`));
      }),
    );
    worker.once('error', (error: Error & { code?: string }) =>
      settle(false, () => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') job.resolve(refusal('TOO_COMPLEX', 'out of memory'));
        else job.reject(error);
      }),
    );
    worker.once('exit', () => settle(false, () => job.reject(new Error('the thread ended'))));
    worker.postMessage({ bytes: job.bytes, options: job.options });
  }

  return {
    verify: (bytes, given) =>
      new Promise((resolve, reject) => {
        if (isClosed || queue.length >= longestQueue) {
          reject(new VerifierBusy(isClosed ? 'the verifier is closed' : 'too many documents wait'));
          return;
        }
        queue.push({ bytes, options: given, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      for (const job of queue.splice(0)) job.reject(new VerifierBusy('the verifier is closed'));
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
    },
  };
}
