import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '../db/database.ts';

export interface Pressure {
  /** True when a new request would only make everybody wait longer. */
  overloaded(): boolean;
  lagMs(): number;
  stop(): void;
}

const sampleMs = 250;

/** Watches what runs out first: time on the event loop and connections to the database. */
export function watchPressure(
  limits: { lagMs: number; queue: number },
  database: Pick<Database, 'stats'>,
): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let lagMs = 0;
  const timer = setInterval(() => {
    // The mean of the last window, not its peak: one slow tick is no reason to turn people away.
    lagMs = Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - 20);
    histogram.reset();
  }, sampleMs);
  timer.unref();
  return {
    overloaded: () => lagMs > limits.lagMs || database.stats().waiting > limits.queue,
    lagMs: () => lagMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
