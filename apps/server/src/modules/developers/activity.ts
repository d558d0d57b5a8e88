import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type CredentialUse, upsertUses } from './activity-store.ts';

/** Gathers in memory, because a write for each request would cost more than the request. */
export interface Activity {
  /** Never waits and never fails. */
  used(use: CredentialUse): void;
  /** Writes everything gathered on this instance; others follow within a minute. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const gatherMs = 60_000;
/** More than the secrets and keys of all applications; beyond it the newest are dropped. */
const capacity = 10_000;

export function createActivity(deps: { database: Database; logger: Pick<Logger, 'warn'> }): Activity {
  const db = deps.database.reader(systemIdentity);
  const uses = new Map<string, CredentialUse>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = [...uses.values()];
    uses.clear();
    if (gathered.length > 0) await upsertUses(db, gathered);
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
    flush,
    stop: flushQuietly,
  };
}
