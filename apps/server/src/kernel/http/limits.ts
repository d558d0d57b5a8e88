import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { nobody } from '../db/identity.ts';
import { raw } from '../db/query.ts';
import { type Bucket, type Limit, refillMs, type Taken, takeToken, waitForTokenMs } from './token-bucket.ts';

export interface Limiter {
  take(limit: Limit, subject: string): Taken | Promise<Taken>;
}

/** Buckets in this process: enough when there is one. Full buckets are forgotten, so an attacker cannot fill memory for long. */
export function memoryLimiter(now: () => number, maxBuckets = 100_000): Limiter {
  const buckets = new Map<string, { bucket: Bucket; fullAtMs: number }>();
  let sweepAtMs = 0;
  const sweep = (nowMs: number) => {
    if (nowMs < sweepAtMs && buckets.size < maxBuckets) return;
    sweepAtMs = nowMs + 60_000;
    for (const [key, entry] of buckets) if (entry.fullAtMs <= nowMs) buckets.delete(key);
  };
  return {
    take: (limit, subject) => {
      const nowMs = now();
      sweep(nowMs);
      const key = `${limit.group}|${subject}`;
      const { bucket, taken } = takeToken(buckets.get(key)?.bucket, limit, nowMs);
      buckets.set(key, { bucket, fullAtMs: nowMs + refillMs(bucket.tokens, limit) });
      return taken;
    },
  };
}

/** Buckets in PostgreSQL, one truth for all instances. A bucket known to be empty is refused from memory. */
export function sharedLimiter(database: Database, now: () => number): Limiter {
  const emptyUntil = new Map<string, { untilMs: number; tokens: number }>();
  const reader = database.reader(nobody);
  return {
    take: async (limit, subject) => {
      const key = createHash('sha256').update(`${limit.group}|${subject}`).digest('base64url');
      const empty = emptyUntil.get(key);
      const nowMs = now();
      if (empty !== undefined) {
        if (nowMs < empty.untilMs) return { granted: false, tokens: empty.tokens };
        emptyUntil.delete(key);
      }
      const taken = await reader.first(
        raw<Taken>(
          'select granted, tokens from take_token($1, $2, $3)',
          [key, limit.perMinute / 60, limit.burst],
          'take_token',
        ),
      );
      if (taken === undefined) throw new Error('take_token answered nothing');
      if (!taken.granted) {
        if (emptyUntil.size > 50_000) emptyUntil.clear();
        emptyUntil.set(key, { untilMs: nowMs + waitForTokenMs(taken.tokens, limit), tokens: taken.tokens });
      }
      return taken;
    },
  };
}
