import { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  /** The file that answers each message with one message. */
  file: URL;
  threads: number;
  memoryMb: number;
  /** For one task, from the moment a thread takes it. */
  timeoutMs: number;
  /** Tasks that may wait, of all lanes together. */
  longestQueue: number;
  /** Of one lane: tasks that may wait, and tasks that run at the same time. Without it, lanes only take turns. */
  lane?: { longestQueue: number; running: number };
}

export interface Threads<Input, Answer> {
  /**
   * Lanes take turns, so that tasks of one caller do not delay those of another. `load` runs when a thread takes the
   * task: until then the task needs no memory.
   */
  run(input: Input | Load<Input>, lane?: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Load<Input> {
  load(): Promise<Input>;
}

export type ThreadFault = 'closed' | 'crowded' | 'lane_crowded' | 'timed_out' | 'ended';

/** The task has no answer, and not because of what the thread decided about it. */
export class ThreadFailure extends Error {
  readonly fault: ThreadFault;

  constructor(fault: ThreadFault, message: string, cause?: Error) {
    super(message, { cause });
    this.fault = fault;
  }
}

interface Task<Input, Answer> {
  input: Input | Load<Input>;
  lane: string;
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
  const lanes = createLanes<Task<Input, Answer>>(options);
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
    while (idle.length > 0 || busy.size < options.threads) {
      const task = lanes.next();
      if (task === undefined) return;
      run(idle.pop() ?? start(), task);
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
      lanes.end(task);
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
    let timer: NodeJS.Timeout | undefined;
    const send = (input: Input) => {
      timer = setTimeout(() => fail('timed_out', 'the thread timed out'), options.timeoutMs);
      worker.postMessage(input);
    };
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
    if (isLoad(task.input))
      task.input.load().then(
        (input) => busy.has(worker) && send(input),
        (error: Error) => busy.has(worker) && settle(true, () => task.reject(error)),
      );
    else send(task.input);
  }

  return {
    run: (input, lane = '') =>
      new Promise((resolve, reject) => {
        const fault = isClosed ? 'closed' : lanes.add({ input, lane, resolve, reject });
        if (fault === undefined) next();
        else reject(new ThreadFailure(fault, `no place for a task: ${fault}`));
      }),
    close: async () => {
      isClosed = true;
      for (const task of lanes.clear()) task.reject(new ThreadFailure('closed', 'the threads are closed'));
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
    },
  };
}

const isLoad = <Input>(input: Input | Load<Input>): input is Load<Input> =>
  typeof (input as Partial<Load<Input>> | null)?.load === 'function';

/** Waiting tasks, given out lane by lane. */
function createLanes<Task extends { lane: string }>({
  longestQueue,
  lane: limit = { longestQueue, running: Number.POSITIVE_INFINITY },
}: Pick<ThreadOptions, 'longestQueue' | 'lane'>) {
  /** In the order of their turns. */
  const waiting = new Map<string, Task[]>();
  const running = new Map<string, number>();
  let count = 0;
  return {
    add: (task: Task): ThreadFault | undefined => {
      const own = waiting.get(task.lane) ?? [];
      if (count >= longestQueue) return 'crowded';
      if (own.length >= limit.longestQueue) return 'lane_crowded';
      own.push(task);
      waiting.set(task.lane, own);
      count += 1;
      return undefined;
    },
    next: (): Task | undefined => {
      for (const [lane, own] of waiting) {
        if ((running.get(lane) ?? 0) >= limit.running) continue;
        const task = own.shift();
        waiting.delete(lane);
        // To the end of the line: every other lane has its turn first.
        if (own.length > 0) waiting.set(lane, own);
        running.set(lane, (running.get(lane) ?? 0) + 1);
        count -= 1;
        return task;
      }
      return undefined;
    },
    end: ({ lane }: Task): void => {
      const left = (running.get(lane) ?? 1) - 1;
      if (left === 0) running.delete(lane);
      else running.set(lane, left);
    },
    clear: (): Task[] => {
      const all = [...waiting.values()].flat();
      waiting.clear();
      count = 0;
      return all;
    },
  };
}
