import type { Database } from '../db/database.ts';

export interface Pressure {
  /** True when a new request would only make everybody wait longer. */
  overloaded(): boolean;
  lagMs(): number;
  /** Counts from here: starting up keeps the event loop busy, and nobody is waiting yet. */
  begin(): void;
  stop(): void;
}

const tickMs = 20;
const windowMs = 250;

/** Watches what runs out first: time on the event loop and connections to the database. */
export function watchPressure(
  limits: { lagMs: number; queue: number },
  database: Pick<Database, 'waiting'>,
): Pressure {
  let lagMs = 0;
  let window = { lateMs: 0, passedMs: 0, ticks: 0 };
  let lastMs = performance.now();
  // Counted here: monitorEventLoopDelay drops the first sample after each reset, which is the only one there is when
  // the event loop is so late that it matters.
  const timer = setInterval(() => {
    const passedMs = performance.now() - lastMs;
    lastMs += passedMs;
    window.lateMs += Math.max(0, passedMs - tickMs);
    window.passedMs += passedMs;
    window.ticks += 1;
    // The mean of two ticks or more, not a peak: one slow tick is no reason to turn people away.
    if (window.passedMs < windowMs || window.ticks < 2) return;
    lagMs = window.lateMs / window.ticks;
    window = { lateMs: 0, passedMs: 0, ticks: 0 };
  }, tickMs);
  timer.unref();
  return {
    overloaded: () => lagMs > limits.lagMs || database.waiting() > limits.queue,
    lagMs: () => lagMs,
    begin: () => {
      lagMs = 0;
      window = { lateMs: 0, passedMs: 0, ticks: 0 };
      lastMs = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
