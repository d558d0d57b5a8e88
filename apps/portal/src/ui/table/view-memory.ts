import type { SortOrder } from './sort-rows.ts';

/** Column names and figures only: the value outlives the session, so it must hold no personal data. */
export interface View {
  hidden: readonly string[];
  sort: SortOrder | null;
  size: number | null;
}

export const PAGE_SIZES: readonly number[] = [25, 50, 100];
export const PLAIN_VIEW: View = { hidden: [], sort: null, size: null };

const MOST_COLUMNS = 50;
const KEY = /^[\w-]{1,40}$/;
const isKey = (value: unknown): value is string => typeof value === 'string' && KEY.test(value);

function readSort(value: unknown): SortOrder | null {
  const { key, direction } = (value ?? {}) as Partial<SortOrder>;
  return isKey(key) && (direction === 'ascending' || direction === 'descending') ? { key, direction } : null;
}

/** Storage is untrusted input: an older version, another tab or a person may have written anything. */
export function parseView(text: string | null): View {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return PLAIN_VIEW;
  }
  const { hidden, sort, size } = (stored ?? {}) as Record<keyof View, unknown>;
  return {
    hidden: Array.isArray(hidden) ? hidden.filter(isKey).slice(0, MOST_COLUMNS) : [],
    sort: readSort(sort),
    size: PAGE_SIZES.find((known) => known === size) ?? null,
  };
}

/** Null for the default view. */
export function formatView({ hidden, sort, size }: View): string | null {
  return hidden.length === 0 && sort === null && size === null
    ? null
    : JSON.stringify({ hidden, sort, size });
}
