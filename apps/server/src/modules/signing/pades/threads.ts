import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Operation, PdfEngine } from './engine.ts';
import { type PdfRefusal, PdfRefused, type SignatureRefusal, SignatureRefused } from './refusal.ts';

export type ThreadAnswer =
  | { result: unknown }
  | { refused: PdfRefusal }
  | { refusedSignature: SignatureRefusal }
  | { failed: string };

interface Job {
  operation: Operation;
  input: unknown[];
  resolve(result: never): void;
  reject(error: Error): void;
}

export interface PdfThreads extends PdfEngine {
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 1024;
const LONGEST_QUEUE = 200;

/**
 * Runs the operations on separate threads: 25 MiB take hundreds of milliseconds, during which nobody else would be
 * served. One job per thread at a time, so that a document that hangs costs only its own job.
 */
export function createPdfThreads(options: { threads?: number; timeoutMs?: number } = {}): PdfThreads {
  const most = options.threads ?? Math.max(1, availableParallelism() - 1);
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  const queue: Job[] = [];
  let closed = false;

  function start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      // The server may run with options that a worker thread rejects.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // An idle thread must not keep the server process alive.
    worker.unref();
    worker.on('error', () => undefined);
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || busy.size < most)) {
      const job = queue.shift();
      if (job) run(idle.pop() ?? start(), job);
    }
  }

  function run(worker: Worker, job: Job): void {
    busy.add(worker);
    worker.ref();
    const settle = (keep: boolean, done: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('exit');
      busy.delete(worker);
      worker.unref();
      if (keep && !closed) idle.push(worker);
      else void worker.terminate();
      done();
      next();
    };
    const timer = setTimeout(
      () => settle(false, () => job.reject(new Error(`${job.operation} of a document timed out`))),
      options.timeoutMs ?? TIMEOUT_MS,
    );
    worker.once('message', (answer: ThreadAnswer) =>
      settle(true, () => {
        if ('result' in answer) job.resolve(answer.result as never);
        else if ('refused' in answer) job.reject(new PdfRefused(answer.refused));
        else if ('refusedSignature' in answer) job.reject(new SignatureRefused(answer.refusedSignature));
        else job.reject(new Error(`${job.operation} of a document failed: ${answer.failed}`));
      }),
    );
    worker.once('exit', () =>
      settle(false, () => job.reject(new Error(`the thread ended during ${job.operation}`))),
    );
    worker.postMessage({ operation: job.operation, input: job.input });
  }

  const call =
    <Name extends Operation>(operation: Name) =>
    (...input: Parameters<PdfEngine[Name]>) =>
      new Promise<never>((resolve, reject) => {
        if (closed || queue.length >= LONGEST_QUEUE) {
          reject(new Error(closed ? 'the threads are closed' : 'too many documents wait'));
          return;
        }
        queue.push({ operation, input, resolve, reject });
        next();
      });

  return {
    checkSignable: call('checkSignable'),
    prepare: call('prepare'),
    embed: call('embed'),
    inspect: call('inspect'),
    assess: call('assess'),
    addValidationData: call('addValidationData'),
    reserveTimestamp: call('reserveTimestamp'),
    replaceContents: call('replaceContents'),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new Error('the threads are closed'));
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
    },
  };
}
