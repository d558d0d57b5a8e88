import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** Updates twice a minute or as often as given, because texts about deadlines become stale. */
export function useNow(tickMs = TICK_MS): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}
