import { useState } from 'react';

/** In this browser only: what somebody has at home is nobody else's business. */
const PREFIX = 'tamga-checklist:';
const MOST = 100;

function readTicks(serviceId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + serviceId) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, MOST) : []);
  } catch {
    return new Set();
  }
}

/** The ticked papers of a service. */
export function useTicks(serviceId: string): readonly [ReadonlySet<string>, (key: string) => void] {
  const [ticks, setTicks] = useState(() => readTicks(serviceId));
  const toggle = (key: string) => {
    const next = new Set(ticks);
    if (!next.delete(key)) next.add(key);
    setTicks(next);
    try {
      if (next.size === 0) localStorage.removeItem(PREFIX + serviceId);
      else localStorage.setItem(PREFIX + serviceId, JSON.stringify([...next]));
    } catch {
      // Without storage the ticks last as long as the page.
    }
  };
  return [ticks, toggle];
}
