import type { QueueItem, QueuePage, QueueQuery, QueueStats } from '../../api/officer.ts';
import { readDue, SOON_MS } from './due.ts';

export const VIEW_KEYS = [
  'open',
  'mine',
  'unassigned',
  'overdue',
  'due_soon',
  'waiting',
  'to_deliver',
] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];

interface View {
  query: QueueQuery;
  count?: keyof QueueStats;
  /** The queue is asked for by state; what is near its end is picked from it, where it stands together. */
  isOnlySoon?: true;
}

export const VIEWS: Record<ViewKey, View> = {
  open: { query: {}, count: 'open' },
  mine: { query: { assigned_to: 'me' }, count: 'mine' },
  unassigned: { query: { unassigned: 'true' }, count: 'unassigned' },
  overdue: { query: { overdue: 'true' }, count: 'overdue' },
  due_soon: { query: { limit: '200' }, count: 'due_soon', isOnlySoon: true },
  waiting: { query: { status: 'info_required' } },
  to_deliver: { query: { status: 'approved' } },
};

export function readViewKey(text: string): ViewKey {
  return VIEW_KEYS.find((key) => key === text) ?? 'open';
}

/** Whether more of a view may follow: the queue is in the order of what is due, so a view of the near ends with it. */
export function hasMore(view: View, page: QueuePage, nowMs: number): boolean {
  if (page.next === undefined) return false;
  const last = page.items.at(-1);
  if (!view.isOnlySoon || !last) return true;
  return last.due_at !== null && Date.parse(last.due_at) < nowMs + SOON_MS;
}

/** Names are searched for here and not in the address: addresses are logged. */
export function pickItems(
  view: View,
  items: readonly QueueItem[],
  search: string,
  nowMs: number,
): QueueItem[] {
  const wanted = search.trim().toLocaleLowerCase('mn');
  return items.filter((item) => {
    if (view.isOnlySoon) {
      const due = readDue(item, nowMs);
      if (due.kind !== 'left' || !due.isSoon) return false;
    }
    const texts = [item.applicant.full_name, item.reference_no, item.service_name, item.service_code];
    return wanted === '' || texts.some((text) => text.toLocaleLowerCase('mn').includes(wanted));
  });
}
