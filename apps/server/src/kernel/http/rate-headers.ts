import { fail, kernelErrors } from './errors.ts';
import { type Limit, refillMs, type Taken, waitForTokenMs } from './token-bucket.ts';

/** Says how much of a limit is left, whatever the answer will be, and fails with 429 where nothing was. */
export function reportTaken(
  reply: { header(name: string, value: string): unknown },
  limit: Limit,
  taken: Taken,
  now: Date,
): void {
  // A leased limit may hold more than a bucket of this size: it is full, not full in the past.
  const resetMs = now.getTime() + refillMs(Math.min(taken.tokens, limit.burst), limit);
  reply.header('x-ratelimit-limit', String(limit.burst));
  reply.header('x-ratelimit-remaining', String(Math.max(0, Math.floor(taken.tokens))));
  reply.header('x-ratelimit-reset', String(Math.ceil(resetMs / 1000)));
  if (!taken.granted)
    fail(kernelErrors.rate_limited, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitForTokenMs(taken.tokens, limit) / 1000)),
    });
}
