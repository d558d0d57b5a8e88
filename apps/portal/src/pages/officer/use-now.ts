import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** Updates every minute, because deadline texts become stale. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
