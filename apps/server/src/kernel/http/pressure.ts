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

/** Reads the lag of the event loop from the times at which a timer of `tickMs` really fired. */
export function createLagMeter(startedMs: number): {
  tick(nowMs: number): void;
  restart(nowMs: number): void;
  lagMs(): number;
} {
  let lagMs = 0;
  let window = { lateMs: 0, passedMs: 0, ticks: 0 };
  let lastMs = startedMs;
  return {
    tick: (nowMs) => {
      const passedMs = nowMs - lastMs;
      lastMs = nowMs;
      window.lateMs += Math.max(0, passedMs - tickMs);
      window.passedMs += passedMs;
      window.ticks += 1;
      // The mean of two ticks or more, not a peak: one slow tick is no reason to shed load.
      if (window.passedMs < windowMs || window.ticks < 2) return;
      lagMs = window.lateMs / window.ticks;
      window = { lateMs: 0, passedMs: 0, ticks: 0 };
    },
    restart: (nowMs) => {
      lagMs = 0;
      window = { lateMs: 0, passedMs: 0, ticks: 0 };
      lastMs = nowMs;
    },
    lagMs: () => lagMs,
  };
}

/** Watches the two resources that run out first: event loop time and database connections. */
export function watchPressure(
  limits: { lagMs: number; queue: number },
  database: Pick<Database, 'waiting'>,
): Pressure {
  // Measured here: monitorEventLoopDelay drops the first sample after each reset, which is the only one when
  // the event loop lags so much that it matters.
  const meter = createLagMeter(performance.now());
  const timer = setInterval(() => meter.tick(performance.now()), tickMs);
  timer.unref();
  return {
    overloaded: () => meter.lagMs() > limits.lagMs || database.waiting() > limits.queue,
    lagMs: () => meter.lagMs(),
    begin: () => meter.restart(performance.now()),
    stop: () => clearInterval(timer),
  };
}
