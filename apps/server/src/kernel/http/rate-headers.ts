import { fail, kernelErrors } from './errors.ts';
import { type Limit, refillMs, type Taken, waitForTokenMs } from './token-bucket.ts';

/** Reports the remaining tokens on every response, and fails with 429 when none was left. */
export function reportTaken(
  reply: { header(name: string, value: string): unknown },
  limit: Limit,
  taken: Taken,
  now: Date,
): void {
  // A leased limit may hold more than this bucket's size; without the minimum its reset would be in the past.
  const resetMs = now.getTime() + refillMs(Math.min(taken.tokens, limit.burst), limit);
  reply.header('x-ratelimit-limit', String(limit.burst));
  reply.header('x-ratelimit-remaining', String(Math.max(0, Math.floor(taken.tokens))));
  reply.header('x-ratelimit-reset', String(Math.ceil(resetMs / 1000)));
  if (!taken.granted)
    fail(kernelErrors.rate_limited, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitForTokenMs(taken.tokens, limit) / 1000)),
    });
}
