import type { ApiError, ConnectionError } from './errors.ts';

export interface RetryPolicy {
  /** Attempts after the first; 2 by default, 0 turns retries off. */
  readonly retries: number;
  /** Longest pause; a longer Retry-After fails the call instead. */
  readonly maxDelayMs: number;
}

export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const firstDelayMs = 250;
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT']);

/**
 * The pause before the next attempt, or undefined if no retry is allowed. A call that is neither idempotent nor has
 * an Idempotency-Key is retried after 429 only, because the server has done nothing then.
 */
export function delayBefore(
  policy: RetryPolicy,
  call: { readonly method: string; readonly idempotencyKey?: string | undefined },
  failure: ApiError | ConnectionError,
  attempt: number,
): number | undefined {
  if (attempt > policy.retries) return undefined;
  const isRepeatable = idempotentMethods.has(call.method) || call.idempotencyKey !== undefined;
  const status = 'status' in failure ? failure.status : undefined;
  const mayPass = status === undefined || status === 502 || status === 503 || status === 504;
  if (status !== 429 && !(isRepeatable && mayPass)) return undefined;
  const asked = 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : undefined;
  if (asked !== undefined) return asked * 1000 <= policy.maxDelayMs ? asked * 1000 : undefined;
  // Full jitter: clients that failed together do not retry together.
  return Math.min(policy.maxDelayMs, Math.random() * firstDelayMs * 2 ** attempt);
}

export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
