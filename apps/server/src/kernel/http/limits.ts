import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { nobody } from '../db/identity.ts';
import { statement } from '../db/query.ts';
import { computed } from '../db/row-shape.ts';
import {
  type Bucket,
  type Limit,
  refillMs,
  type Taken,
  takeToken,
  tokensAt,
  waitForTokenMs,
} from './token-bucket.ts';

export interface Limiter {
  take(limit: Limit, subject: string): Taken | Promise<Taken>;
}

/**
 * Buckets in this process, enough for one instance. Full buckets are dropped each minute, and above
 * `maxBuckets` the least recently used, so that many addresses can exhaust neither memory nor the time of a
 * sweep.
 */
export function memoryLimiter(now: () => number, maxBuckets = 100_000): Limiter {
  const buckets = new Map<string, { bucket: Bucket; fullAtMs: number }>();
  let sweepAtMs = 0;
  const sweep = (nowMs: number) => {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + 60_000;
    for (const [key, entry] of buckets) if (entry.fullAtMs <= nowMs) buckets.delete(key);
  };
  return {
    take: (limit, subject) => {
      const nowMs = now();
      sweep(nowMs);
      const key = `${limit.group}|${subject}`;
      const { bucket, taken } = takeToken(buckets.get(key)?.bucket, limit, nowMs);
      // Deleted and inserted again, so that the map stays in order of last use.
      buckets.delete(key);
      buckets.set(key, { bucket, fullAtMs: nowMs + refillMs(bucket.tokens, limit) });
      if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? key);
      return taken;
    },
  };
}

const takenRow = { granted: computed('bool'), tokens: computed('float8') };

const takeShared = statement(
  'take_token',
  takenRow,
  (p: { key: string; perSecond: number; burst: number }) => sql`
    select granted, tokens from take_token(${p.key}, ${p.perSecond}, ${p.burst})`,
);
/** Buckets in PostgreSQL, shared by all instances; a bucket known to be empty is refused from memory. */
export function sharedLimiter(database: Database, now: () => number): Limiter {
  const emptyUntil = new Map<string, number>();
  const reader = database.reader(nobody);
  return {
    take: async (limit, subject) => {
      const key = createHash('sha256').update(`${limit.group}|${subject}`).digest('base64url');
      const untilMs = emptyUntil.get(key);
      const nowMs = now();
      if (untilMs !== undefined) {
        if (nowMs < untilMs) return { granted: false, tokens: tokensAt(untilMs - nowMs, limit) };
        emptyUntil.delete(key);
      }
      const taken = await reader.first(
        takeShared({ key, perSecond: limit.perMinute / 60, burst: limit.burst }),
      );
      if (taken === undefined) throw new Error('take_token answered nothing');
      if (!taken.granted) {
        if (emptyUntil.size > 50_000) emptyUntil.clear();
        emptyUntil.set(key, nowMs + waitForTokenMs(taken.tokens, limit));
      }
      return taken;
    },
  };
}
