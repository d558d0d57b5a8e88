import type { QueueFilter, QueueQuery, QueueStats } from '../../api/officer.ts';

export const VIEW_KEYS = [
  'open',
  'mine',
  'unassigned',
  'overdue',
  'due_today',
  'due_soon',
  'waiting',
  'to_deliver',
  'finished',
] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];

interface View {
  query: QueueQuery;
  /** Finished cases are too many to count. */
  count?: keyof QueueStats;
}

export const VIEWS: Record<ViewKey, View> = {
  open: { query: {}, count: 'open' },
  mine: { query: { assigned_to: 'me' }, count: 'mine' },
  unassigned: { query: { unassigned: 'true' }, count: 'unassigned' },
  overdue: { query: { overdue: 'true' }, count: 'overdue' },
  due_today: { query: { due_today: 'true' }, count: 'due_today' },
  due_soon: { query: { due_soon: 'true' }, count: 'due_soon' },
  waiting: { query: { status: 'info_required' }, count: 'waiting' },
  to_deliver: { query: { status: 'approved' }, count: 'awaiting_delivery' },
  finished: { query: { state: 'finished' } },
};

/** The key of the stored view. */
export const QUEUE_VIEW = 'cases';
export const QUEUE_SORTS = { due: 'due_at', sent: 'submitted_at' } as const;

/** What the list shows: a view, of one service or all, and of everybody or the officer alone. */
export interface QueueChoice {
  view: ViewKey;
  service: string;
  onlyMine: boolean;
}

export const buildQuery = ({ view, service, onlyMine }: QueueChoice): QueueQuery => ({
  ...VIEWS[view].query,
  ...(service === '' ? {} : { service }),
  ...(onlyMine ? { assigned_to: 'me' as const } : {}),
});

export const isSameFilter = (filter: QueueFilter, choice: QueueChoice): boolean =>
  filter.view === choice.view && filter.service === choice.service && filter.only_mine === choice.onlyMine;

export function readViewKey(text: string): ViewKey {
  return VIEW_KEYS.find((key) => key === text) ?? 'open';
}

/** The text that is sent as a search: less than two characters would match half of the queue. */
export function readSearch(text: string): string {
  const words = text.trim();
  return words.length < 2 ? '' : words;
}
