import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type CredentialUse, upsertUses } from './activity-store.ts';
import { addEvents, type ClientEvent } from './usage-store.ts';

/** Gathers in memory, because a write for each request would cost more than the request. */
export interface Activity {
  /** Never waits and never fails. */
  used(use: CredentialUse): void;
  /** Counts one event; never waits and never fails. */
  happened(event: ClientEvent): void;
  /** Writes everything gathered on this instance; others follow within a minute. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const gatherMs = 60_000;
const hourMs = 3_600_000;
/** More than all applications need in a minute; beyond it new entries are dropped. */
const capacity = 10_000;

export function createActivity(deps: { database: Database; logger: Pick<Logger, 'warn'> }): Activity {
  const db = deps.database.reader(systemIdentity);
  const uses = new Map<string, CredentialUse>();
  const counts = new Map<string, { event: ClientEvent; hour: Date; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = [...uses.values()];
    uses.clear();
    const counted = [...counts.values()];
    counts.clear();
    if (gathered.length > 0) await upsertUses(db, gathered);
    if (counted.length > 0) await addEvents(db, counted);
  };
  const flushQuietly = () =>
    flush().catch((error: Error) =>
      deps.logger.warn({ reason: error.message.slice(0, 200) }, 'the use of applications is not recorded'),
    );
  const schedule = () => {
    timer ??= setTimeout(flushQuietly, gatherMs).unref();
  };

  return {
    used: (use) => {
      const key = `${use.clientId} ${use.credential}`;
      if (uses.size < capacity || uses.has(key)) uses.set(key, use);
      schedule();
    },
    happened: (event) => {
      const hour = new Date(Math.floor(event.at.getTime() / hourMs) * hourMs);
      const key = `${event.clientId} ${hour.getTime()} ${event.kind} ${event.reason}`;
      const kept = counts.get(key);
      if (kept !== undefined) kept.count += 1;
      else if (counts.size < capacity) counts.set(key, { event, hour, count: 1 });
      schedule();
    },
    flush,
    stop: flushQuietly,
  };
}
