import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { nobody } from '../db/identity.ts';
import { statement } from '../db/query.ts';
import { computed } from '../db/row-shape.ts';
import { createLeases } from './leases.ts';
import type { Limiter } from './limits.ts';
import { type Limit, waitForTokenMs } from './token-bucket.ts';

export interface LeasedLimiter extends Limiter {
  stop(): Promise<void>;
}

const leaseTokens = statement(
  'lease_tokens',
  { granted: computed('int4'), remaining: computed('float8') },
  (p: { key: string; perMinute: number; burst: number; demand: number; extra: number }) => sql`
    select granted, remaining from lease_tokens(${p.key}, ${p.perMinute}, ${p.burst}, ${p.demand}, ${p.extra})`,
);
/**
 * Buckets in PostgreSQL for callers with constant traffic: each instance leases tokens in blocks, and all
 * instances share one count.
 */
export function leasedLimiter(database: Database): LeasedLimiter {
  const reader = database.reader(nobody);
  const lease = async (key: string, limit: Limit, demand: number, extra: number) => {
    const answer = await reader.first(
      leaseTokens({ key, perMinute: limit.perMinute / 60, burst: limit.burst, demand, extra }),
    );
    return answer ?? { granted: 0, remaining: 0 };
  };
  const leases = createLeases<Limit>({
    take: lease,
    giveBack: (key, limit, count) => lease(key, limit, -count, 0),
    emptyForMs: (limit, remaining) => waitForTokenMs(remaining, limit),
  });
  const keys = new Map<string, string>();
  const keyOf = (name: string) => {
    let key = keys.get(name);
    if (key === undefined) {
      if (keys.size > 10_000) keys.clear();
      key = createHash('sha256').update(name).digest('base64url');
      keys.set(name, key);
    }
    return key;
  };
  return {
    take: (limit, subject) => leases.take(keyOf(`${limit.group}|${subject}`), limit),
    stop: leases.stop,
  };
}
