/** The state of one file: it waits for its turn, is sent, is saved by the server, or has ended. */
export type UploadState = 'queued' | 'sending' | 'saving' | 'done' | 'failed' | 'stopped';

export interface UploadItem {
  id: number;
  file: File;
  /** The name in the space, which may differ from the file's if both are kept. */
  name: string;
  state: UploadState;
  /** Sent share of the file, 0 to 1. */
  share: number;
  error: unknown;
}

export interface NamedFile {
  file: File;
  name: string;
}

type Send = (
  file: File,
  name: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<{ name: string }>;

export interface UploadQueue {
  getItems(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
  add(files: readonly NamedFile[]): void;
  stop(id: number): void;
  retry(id: number): void;
  /** Removes the ended uploads from the list. */
  clear(): void;
  stopAll(): void;
}

/** More at once would only share a slow connection. */
export const MOST_AT_ONCE = 3;

export const isRunning = ({ state }: UploadItem) =>
  state === 'queued' || state === 'sending' || state === 'saving';

interface QueueOptions {
  send: Send;
  onEnded(item: UploadItem): void;
  /** Waits before the next try if the server asks for it; null if the error is final. */
  pauseFor(error: unknown): Promise<void> | null;
}

/** Sends files, at most three at once; each can be stopped and tried again without disturbing the others. */
export function createUploadQueue({ send, onEnded, pauseFor }: QueueOptions): UploadQueue {
  let items: readonly UploadItem[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const stops = new Map<number, AbortController>();
  let isPaused = false;

  function change(next: readonly UploadItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }
  const update = (id: number, part: Partial<UploadItem>) =>
    change(items.map((item) => (item.id === id ? { ...item, ...part } : item)));

  async function run({ id, file, name }: UploadItem): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    update(id, { state: 'sending', share: 0, error: null });
    let end: Partial<UploadItem>;
    try {
      const saved = await send(
        file,
        name,
        (share) => update(id, { share, state: share >= 1 ? 'saving' : 'sending' }),
        stop.signal,
      );
      end = { state: 'done', share: 1, name: saved.name };
    } catch (error) {
      const pause = stop.signal.aborted ? null : pauseFor(error);
      if (pause) void wait(pause);
      end = stop.signal.aborted
        ? { state: 'stopped' }
        : pause
          ? { state: 'queued' }
          : { state: 'failed', error };
    }
    // A second try that began meanwhile has its own controller.
    if (stops.get(id) === stop) {
      stops.delete(id);
      update(id, end);
      const item = items.find((each) => each.id === id);
      if (item && !isRunning(item)) onEnded(item);
    }
    startNext();
  }

  async function wait(pause: Promise<void>): Promise<void> {
    isPaused = true;
    await pause;
    isPaused = false;
    startNext();
  }

  function startNext(): void {
    while (!isPaused && stops.size < MOST_AT_ONCE) {
      const next = items.find(({ state }) => state === 'queued');
      if (!next) return;
      void run(next);
    }
  }

  const queue: UploadQueue = {
    getItems: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files) => {
      const added = files.map(({ file, name }): UploadItem => {
        lastId += 1;
        return { id: lastId, file, name, state: 'queued', share: 0, error: null };
      });
      change([...items, ...added]);
      startNext();
    },
    stop: (id) => {
      const running = stops.get(id);
      if (running) running.abort();
      else update(id, { state: 'stopped' });
    },
    retry: (id) => {
      update(id, { state: 'queued', share: 0, error: null });
      startNext();
    },
    clear: () => change(items.filter(isRunning)),
    stopAll: () => {
      change(items.map((item) => (item.state === 'queued' ? { ...item, state: 'stopped' } : item)));
      for (const stop of stops.values()) stop.abort();
    },
  };
  return queue;
}
