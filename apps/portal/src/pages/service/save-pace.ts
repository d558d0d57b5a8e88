/** Debounce after the last letter and minimum interval between saves: each save is an event in the audit log. */
const PAUSE_MS = 1200;
const INTERVAL_MS = 10_000;

export const nextSaveIn = (now: number, savedAt: number): number =>
  Math.max(PAUSE_MS, savedAt + INTERVAL_MS - now);
