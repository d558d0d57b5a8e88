import type { Database } from '../db/database.ts';

export interface Pressure {
  /** True when a new request would only make all requests slower. */
  overloaded(): boolean;
  lagMs(): number;
  /** Starts measuring: startup keeps the event loop busy while no request waits. */
  begin(): void;
  stop(): void;
}

const tickMs = 20;
const windowMs = 250;

/** Watches the two resources that run out first: event loop time and database connections. */
export function watchPressure(
  limits: { lagMs: number; queue: number },
  database: Pick<Database, 'waiting'>,
): Pressure {
  let lagMs = 0;
  let window = { lateMs: 0, passedMs: 0, ticks: 0 };
  let lastMs = performance.now();
  // Counted here: monitorEventLoopDelay drops the first sample after each reset, which is the only one when
  // the event loop lags so much that it matters.
  const timer = setInterval(() => {
    const passedMs = performance.now() - lastMs;
    lastMs += passedMs;
    window.lateMs += Math.max(0, passedMs - tickMs);
    window.passedMs += passedMs;
    window.ticks += 1;
    // The mean of two ticks or more, not a peak: one slow tick is no reason to shed load.
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
