import { useCallback, useSyncExternalStore } from 'react';
import { formatView, parseView, type View } from './view-memory.ts';

const PREFIX = 'tamga-list:';

const views = new Map<string, View>();
const listeners = new Set<() => void>();

function readView(id: string): View {
  const known = views.get(id);
  if (known) return known;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(PREFIX + id);
  } catch {
    // Without storage a view lasts as long as the page.
  }
  const view = parseView(stored);
  views.set(id, view);
  return view;
}

function keepView(id: string, view: View): void {
  views.set(id, view);
  for (const listener of listeners) listener();
  try {
    const text = formatView(view);
    if (text === null) localStorage.removeItem(PREFIX + id);
    else localStorage.setItem(PREFIX + id, text);
  } catch {
    // Without storage a view lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The view of one list, shared by the query (page size) and the table. */
export function useView(id: string): readonly [View, (change: Partial<View>) => void] {
  const view = useSyncExternalStore(subscribe, () => readView(id));
  const change = useCallback((part: Partial<View>) => keepView(id, { ...readView(id), ...part }), [id]);
  return [view, change];
}
