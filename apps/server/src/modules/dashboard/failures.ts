import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { isRefusedByMaintenance } from '../../kernel/http/maintenance.ts';
import { localDay } from '../../kernel/local-day.ts';
import { addFailures } from './store.ts';

const gatherMs = 1000;

/** Counts failed answers (5xx) of this instance; nothing else keeps them, and a successful call pays nothing. */
export function watchFailures(http: FastifyInstance, deps: { database: Database; now: () => Date }): void {
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    timer = undefined;
    for (const [day, count] of pending) {
      pending.delete(day);
      try {
        await deps.database.transaction(systemIdentity, (tx) => addFailures(tx, { day, count }));
      } catch {
        // The database itself may be what fails: the count waits for the next failure.
        pending.set(day, (pending.get(day) ?? 0) + count);
        return;
      }
    }
  };
  http.addHook('onResponse', (request, reply, done) => {
    // Calls of the gateway have figures of their own, and a probe asks every second.
    // A planned pause is no failure of the platform.
    const isFailure = reply.statusCode >= 500 && !isRefusedByMaintenance(request);
    if (isFailure && request.originalUrl.startsWith('/api/')) {
      const day = localDay(deps.now());
      pending.set(day, (pending.get(day) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), gatherMs);
    }
    done();
  });
  http.addHook('onClose', async () => {
    clearTimeout(timer);
    await flush();
  });
}
