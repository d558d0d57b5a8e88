import { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  /** The file that answers each message with one message. */
  file: URL;
  threads: number;
  memoryMb: number;
  /** For one task, from the moment a thread takes it. */
  timeoutMs: number;
  /** Tasks that may wait; each holds its input in memory. */
  longestQueue: number;
}

export interface Threads<Input, Answer> {
  run(input: Input): Promise<Answer>;
  close(): Promise<void>;
}

export type ThreadFault = 'closed' | 'crowded' | 'timed_out' | 'ended';

/** The task has no answer, and not because of what the thread decided about it. */
export class ThreadFailure extends Error {
  readonly fault: ThreadFault;

  constructor(fault: ThreadFault, message: string, cause?: Error) {
    super(message, { cause });
    this.fault = fault;
  }
}

interface Task<Input, Answer> {
  input: Input;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Runs long computations away from the thread that serves everybody. A thread has one task at a time, so that a task
 * that hangs or needs too much memory costs its own thread and no other task.
 */
export function createThreads<Input, Answer>(options: ThreadOptions): Threads<Input, Answer> {
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  const queue: Task<Input, Answer>[] = [];
  let isClosed = false;

  function start(): Worker {
    const worker = new Worker(options.file, {
      // The server may run with options that a worker thread rejects.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
    // A thread that is being stopped may still report that it ran out of memory.
    worker.on('error', () => undefined);
    // An idle thread must not keep the server process alive.
    worker.unref();
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || busy.size < options.threads)) {
      const task = queue.shift();
      if (task) run(idle.pop() ?? start(), task);
    }
  }

  function run(worker: Worker, task: Task<Input, Answer>): void {
    busy.add(worker);
    worker.ref();
    const settle = (isReusable: boolean, done: () => void) => {
      clearTimeout(timer);
      // Only ours: `close` waits for the end of this thread with a listener of its own.
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
      busy.delete(worker);
      worker.unref();
      if (isReusable && !isClosed) idle.push(worker);
      else void worker.terminate();
      done();
      next();
    };
    const fail = (fault: ThreadFault, message: string, cause?: Error) =>
      settle(false, () => task.reject(new ThreadFailure(fault, message, cause)));
    const onAnswer = (answer: Answer) => settle(true, () => task.resolve(answer));
    const onError = (error: Error) => fail('ended', `the thread failed: ${error.message}`, error);
    const onExit = () => fail('ended', 'the thread ended');
    const timer = setTimeout(() => fail('timed_out', 'the thread timed out'), options.timeoutMs);
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
    worker.postMessage(task.input);
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(new ThreadFailure('closed', 'the threads are closed'));
        else if (queue.length >= options.longestQueue)
          reject(new ThreadFailure('crowded', 'too many tasks wait'));
        else {
          queue.push({ input, resolve, reject });
          next();
        }
      }),
    close: async () => {
      isClosed = true;
      for (const task of queue.splice(0)) task.reject(new ThreadFailure('closed', 'the threads are closed'));
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
    },
  };
}
