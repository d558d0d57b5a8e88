import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';

export interface Beat {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Delivers more often than a schedule can: at the start, when messages were just queued, and at each beat. The same work is also a
 * job of every minute, so that nothing waits for this process.
 */
export function startWorker(deps: {
  bus: Bus;
  /** Announces that messages wait. */
  channel: string;
  logger: Logger;
  deliver: Beat & { stop(): Promise<void> };
  beats: readonly Beat[];
}): { stop(): Promise<void> } {
  const { bus, logger, deliver } = deps;
  let isStopped = false;
  const running = new Set<Promise<unknown>>();
  const guarded = ({ run }: Beat) => {
    let current: Promise<unknown> | undefined;
    let again = false;
    const start = (): void => {
      if (isStopped) return;
      if (current !== undefined) {
        again = true;
        return;
      }
      current = run()
        .catch((error: unknown) => logger.warn({ err: error }, 'work on deliveries failed; it is repeated'))
        .finally(() => {
          if (current !== undefined) running.delete(current);
          current = undefined;
          if (!again) return;
          again = false;
          start();
        });
      running.add(current);
    };
    return start;
  };
  const deliverNow = guarded(deliver);
  bus.on(deps.channel, deliverNow);
  bus.onGap(deliverNow);
  const timers = [
    setInterval(deliverNow, deliver.everyMs),
    ...deps.beats.map((beat) => setInterval(guarded(beat), beat.everyMs)),
  ].map((timer) => timer.unref());
  deliverNow();
  return {
    stop: async () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled([...running, deliver.stop()]);
    },
  };
}
