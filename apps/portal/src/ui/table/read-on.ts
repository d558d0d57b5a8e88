import { readFailure } from '../../api/errors.ts';
import type { PageOfRows } from './list-source.ts';

export interface ReadOn<Row> {
  readPage(at: string | undefined, signal: AbortSignal): Promise<PageOfRows<Row>>;
  /** The number of rows after which reading ends. */
  most: number;
  signal: AbortSignal;
  onRows(rows: readonly Row[]): void;
  /** The server asked to wait; null: reading goes on. */
  onWait(seconds: number | null): void;
  wait(seconds: number, signal: AbortSignal): Promise<void>;
}

const PAUSE_SECONDS = 1;

/** Reads a list to its end, page by page; true if it is longer than `most`. */
export async function readOn<Row>(given: ReadOn<Row>): Promise<boolean> {
  let left = given.most;
  let at: string | undefined;
  do {
    const { rows, next } = await readPatiently(given, at);
    given.onRows(rows.slice(0, left));
    if (rows.length > left || (rows.length === left && next !== undefined)) return true;
    left -= rows.length;
    at = next;
  } while (at !== undefined);
  return false;
}

/** Waits as long as the server asks, and tries a failed page once more. */
async function readPatiently<Row>(given: ReadOn<Row>, at: string | undefined): Promise<PageOfRows<Row>> {
  for (let hasFailed = false; ; ) {
    try {
      return await given.readPage(at, given.signal);
    } catch (error) {
      given.signal.throwIfAborted();
      const failure = readFailure(error);
      if (failure.kind === 'rate_limited') {
        given.onWait(failure.retryAfterSeconds);
        await given.wait(failure.retryAfterSeconds, given.signal);
        given.onWait(null);
      } else if (!hasFailed && ['network', 'timeout', 'unavailable'].includes(failure.kind)) {
        hasFailed = true;
        await given.wait(PAUSE_SECONDS, given.signal);
      } else throw error;
    }
  }
}

export const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
