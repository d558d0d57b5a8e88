import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assignCase, type QueueItem, reassignCase, releaseCase, requestInfo } from '../../api/officer.ts';
import { useForgetTyped } from '../../ui/forms/use-typed.ts';
import { type BulkCalls, type BulkOrder, type BulkRow, runBulk, undoBulk } from './bulk-run.ts';

/** As many as the server's limit for writes lets through at once. */
export const MOST_SELECTED = 50;

/** The unsent words of an action on several cases. */
export const nameBulkText = (action: 'give' | 'ask'): string => `bulk:${action}`;

const calls: BulkCalls = {
  assign: assignCase,
  reassign: reassignCase,
  release: releaseCase,
  ask: (id: string, note: string) => requestInfo(id, note, ''),
};

/** The selection of the queue and the results of the last action on it. */
export function useBulk(officerId: string) {
  const client = useQueryClient();
  const forgetTyped = useForgetTyped();
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [rows, setRows] = useState<readonly BulkRow[]>([]);
  const [order, setOrder] = useState<BulkOrder | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const during = async (work: Promise<void>) => {
    setIsRunning(true);
    await work;
    setIsRunning(false);
    await client.invalidateQueries({ queryKey: ['officer'] });
  };
  return {
    /** Null: not selecting. */
    selected,
    select: setSelected,
    toggle: (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id) && after.size < MOST_SELECTED) after.add(id);
        return after;
      }),
    rows,
    order,
    isRunning,
    run: (items: readonly QueueItem[], next: BulkOrder) => {
      const waiting = items.map((item): BulkRow => ({ item, state: 'waiting' }));
      setOrder(next);
      setRows(waiting);
      return during(runBulk(waiting, next, officerId, calls, setRows));
    },
    undo: () => during(undoBulk(rows, calls, setRows)),
    close: () => {
      // Cases that failed may be tried again with the same words.
      const hasFailed = rows.some(({ state }) => state === 'failed' || state === 'unsent');
      if (order && order.action !== 'take' && !hasFailed) forgetTyped(nameBulkText(order.action));
      setRows([]);
      setOrder(null);
      setSelected(new Set());
    },
  };
}
