import type { Logger } from 'pino';

export interface DispatcherDeps<D extends { readonly id: string }> {
  /** Takes the next messages, none of a busy receiver; another instance takes them again when the lease ends. */
  lease(given: { busy: readonly string[]; limit: number }): Promise<D[]>;
  receiverOf(message: D): string;
  deliver(message: D): Promise<void>;
  /** Messages of one receiver that are on their way at once. */
  perReceiver: number;
}

/** Fifty slow receivers at once still leave places for the others. */
const atOnce = 200;

export interface Dispatcher {
  /** Begins to send what is due, without waiting for the answers: a slow receiver holds up only itself. */
  fill(log: Logger): Promise<void>;
  /** Sends what is due, and what becomes due meanwhile; resolves when nothing of it is left. */
  run(log: Logger): Promise<void>;
  /** Waits for calls that have begun. */
  stop(): Promise<void>;
}

export function createDispatcher<D extends { readonly id: string }>(deps: DispatcherDeps<D>): Dispatcher {
  const inFlight = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  let filling: Promise<void> | undefined;
  let again = false;

  const leaseMore = (): Promise<D[]> => {
    const busy = [...inFlight].filter(([, count]) => count >= deps.perReceiver).map(([id]) => id);
    return deps.lease({ busy, limit: atOnce - pending.size });
  };
  const begin = (delivery: D, log: Logger): void => {
    const id = deps.receiverOf(delivery);
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
    const done = deps
      .deliver(delivery)
      .catch((error: unknown) =>
        log.warn(
          { err: error, delivery: delivery.id },
          'a delivery failed; it is tried again after its lease',
        ),
      )
      .finally(() => {
        const left = (inFlight.get(id) ?? 1) - 1;
        if (left > 0) inFlight.set(id, left);
        else inFlight.delete(id);
        pending.delete(done);
        // The place that became free may belong to a receiver with more to send.
        fill(log).catch((error: unknown) => log.warn({ err: error }, 'the next deliveries were not read'));
      });
    pending.add(done);
  };
  const fillOnce = async (log: Logger): Promise<void> => {
    try {
      while (again && !isStopped && pending.size < atOnce) {
        again = false;
        const due = await leaseMore();
        for (const delivery of due) begin(delivery, log);
        again ||= due.length > 0;
      }
    } finally {
      filling = undefined;
    }
  };
  const fill = (log: Logger): Promise<void> => {
    again = true;
    if (isStopped || pending.size >= atOnce) return Promise.resolve();
    filling ??= fillOnce(log);
    return filling;
  };
  return {
    fill,
    run: async (log) => {
      await fill(log);
      while (pending.size > 0) {
        await Promise.race(pending);
        await fill(log);
      }
    },
    stop: async () => {
      isStopped = true;
      await Promise.allSettled(pending);
    },
  };
}
