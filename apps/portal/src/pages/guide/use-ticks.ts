import { useState } from 'react';

const nameOf = (guideId: string) => `tamga-guide-ticks.${guideId}`;

function read(guideId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(guideId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function keep(guideId: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(nameOf(guideId));
    else localStorage.setItem(nameOf(guideId), JSON.stringify(ids));
  } catch {
    // Storage is switched off: the ticks last as long as the page.
  }
}

/** Ids of the steps that a visitor ticked. They stay in this browser: a guide works without signing in. */
export function useTicks(guideId: string) {
  const [ticked, setTicked] = useState(() => read(guideId));
  const set = (ids: readonly string[]) => {
    keep(guideId, ids);
    setTicked(ids);
  };
  return {
    ticked,
    tick: (id: string, isDone: boolean) =>
      set(isDone ? [...ticked, id] : ticked.filter((other) => other !== id)),
    clear: () => set([]),
  };
}
