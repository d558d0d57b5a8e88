import type { Config } from '../config.ts';
import type { Database } from '../kernel/db/database.ts';
import { type Limiter, memoryLimiter, sharedLimiter } from '../kernel/http/limits.ts';

type LimitSettings = Pick<Config, 'RATE_LIMIT_STORE' | 'embeddedDatabase'>;

/**
 * With the embedded database this is the only process, so limits stay in memory; with a server other instances
 * share the callers.
 */
export function hasSharedLimits({ RATE_LIMIT_STORE: store, embeddedDatabase }: LimitSettings): boolean {
  return store === 'shared' || (store === 'auto' && !embeddedDatabase);
}

export function createLimiter(config: LimitSettings, database: Database, now: () => Date): Limiter {
  const nowMs = () => now().getTime();
  return hasSharedLimits(config) ? sharedLimiter(database, nowMs) : memoryLimiter(nowMs);
}
