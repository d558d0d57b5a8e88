import type { Logger } from 'pino';

export interface LogEntry {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly clientIp: string;
  readonly upstreamId: string | null;
  readonly clientId: string | null;
}

export interface LogQueue {
  /** Never waits and never fails: the overflow is counted and dropped. */
  add(entry: LogEntry): void;
  dropped(): number;
  /** Flushes the queue. */
  stop(): Promise<void>;
}

export interface LogQueueOptions {
  write: (entries: readonly LogEntry[]) => Promise<unknown>;
  logger: Pick<Logger, 'warn'>;
  capacity?: number;
  writers?: number;
  batch?: number;
  /** The longest time an entry waits for its batch. */
  gatherMs?: number;
}

export function createLogQueue(options: LogQueueOptions): LogQueue {
  const { capacity = 512, writers = 4, batch = 128, gatherMs = 50 } = options;
  const queue: LogEntry[] = [];
  const writing = new Set<Promise<void>>();
  let dropped = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  const writeBatch = async () => {
    const entries = queue.splice(0, batch);
    try {
      await options.write(entries);
      failing = false;
    } catch (error) {
      dropped += entries.length;
      if (!failing)
        options.logger.warn(
          { reason: (error as Error).message.slice(0, 200) },
          'gateway traffic is not logged',
        );
      failing = true;
    }
  };
  const startWriter = () => {
    const work = writeBatch().then(() => {
      writing.delete(work);
      if (queue.length > 0) schedule();
    });
    writing.add(work);
  };
  const schedule = () => {
    if (queue.length >= batch && writing.size < writers) startWriter();
    else
      timer ??= setTimeout(() => {
        timer = undefined;
        if (queue.length > 0 && writing.size < writers) startWriter();
      }, gatherMs);
  };

  return {
    add: (entry) => {
      if (queue.length >= capacity) {
        dropped += 1;
        return;
      }
      queue.push(entry);
      if (timer === undefined || queue.length >= batch) schedule();
    },
    dropped: () => dropped,
    stop: async () => {
      clearTimeout(timer);
      while (queue.length > 0 || writing.size > 0) {
        if (queue.length > 0) startWriter();
        await Promise.all(writing);
      }
    },
  };
}
