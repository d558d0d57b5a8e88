import { useEffect, useState } from 'react';

/** Seconds until the deadline, updated once a second; null without a deadline. */
export function useSecondsLeft(deadlineMs: number | null): number | null {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (deadlineMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadlineMs]);
  return deadlineMs === null ? null : Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000));
}

/** True once a moment is older than the given age. */
export function useIsOlderThan(atMs: number | null, ageMs: number): boolean {
  const [isOlder, setIsOlder] = useState(false);
  useEffect(() => {
    if (atMs === null) return;
    const leftMs = atMs + ageMs - Date.now();
    setIsOlder(leftMs <= 0);
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setIsOlder(true), leftMs);
    return () => clearTimeout(timer);
  }, [atMs, ageMs]);
  return isOlder;
}
