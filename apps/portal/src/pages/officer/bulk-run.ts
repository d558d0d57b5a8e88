import { readFailure } from '../../api/errors.ts';
import type { QueueItem } from '../../api/officer.ts';

export type BulkOrder =
  | { action: 'take' }
  | { action: 'give'; to: string; note: string }
  | { action: 'ask'; note: string };

export interface BulkRow {
  /** As the case was before. */
  item: QueueItem;
  state: 'waiting' | 'done' | 'same' | 'failed' | 'unsent' | 'undone';
  error?: unknown;
}

export interface BulkCalls {
  assign(id: string): Promise<unknown>;
  reassign(id: string, to: string, reason: string): Promise<unknown>;
  release(id: string, reason: string): Promise<unknown>;
  ask(id: string, note: string): Promise<unknown>;
}

/** Without an answer from the server the next row would fail for the same reason. */
const stops = (error: unknown) => {
  const { kind } = readFailure(error);
  return kind !== 'refused';
};

async function runAll(
  rows: readonly BulkRow[],
  isMeant: (row: BulkRow) => boolean,
  perform: (row: BulkRow) => Promise<BulkRow['state']>,
  onChange: (rows: readonly BulkRow[]) => void,
): Promise<void> {
  let now = [...rows];
  const change = (at: number, next: Partial<BulkRow>) => {
    now = now.map((row, index) => (index === at ? { ...row, ...next } : row));
    onChange(now);
  };
  let isStopped = false;
  for (const [at, row] of rows.entries()) {
    if (!isMeant(row)) continue;
    if (isStopped) {
      if (row.state === 'waiting') change(at, { state: 'unsent' });
      continue;
    }
    try {
      change(at, { state: await perform(row), error: undefined });
    } catch (error) {
      change(at, { state: 'failed', error });
      isStopped = stops(error);
    }
  }
}

/** One call per case, one after another: each has its own transaction and its own result. */
export const runBulk = (
  rows: readonly BulkRow[],
  order: BulkOrder,
  officerId: string,
  calls: BulkCalls,
  onChange: (rows: readonly BulkRow[]) => void,
): Promise<void> =>
  runAll(
    rows,
    () => true,
    async ({ item }) => {
      if (order.action === 'ask') await calls.ask(item.id, order.note);
      else if (order.action === 'give') await calls.reassign(item.id, order.to, order.note);
      else await calls.assign(item.id);
      const holder = order.action === 'give' ? order.to : officerId;
      return order.action !== 'ask' && item.assigned_to === holder ? 'same' : 'done';
    },
    onChange,
  );

/** Puts each case back to its former holder, or to nobody. */
export const undoBulk = (
  rows: readonly BulkRow[],
  calls: BulkCalls,
  onChange: (rows: readonly BulkRow[]) => void,
): Promise<void> =>
  runAll(
    rows,
    ({ state }) => state === 'done',
    async ({ item }) => {
      if (item.assigned_to === null) await calls.release(item.id, '');
      else await calls.reassign(item.id, item.assigned_to, '');
      return 'undone';
    },
    onChange,
  );
