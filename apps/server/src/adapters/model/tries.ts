import { setTimeout as pauseFor } from 'node:timers/promises';
import type { CircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { ModelFailure, type ModelSignals } from '../../modules/assistant/model-port.ts';

const maxTries = 3;
const firstPauseMs = 250;
/** A longer wait is not worth a person's time: the answer then comes from passages. */
const longestPauseMs = 5000;

/** An answer that stopped in the middle or was no answer; another try may succeed. */
export class BrokenAnswer extends Error {}

interface Failure {
  readonly isTransient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly detail: string;
}

/** Three tries within the deadline; only failures that another try may mend are repeated. */
export async function tryThrice<T>(
  breaker: CircuitBreaker,
  { left, deadline }: ModelSignals,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.any([left, deadline]);
  const stopped = () =>
    left.aborted
      ? new ModelFailure('left', 'nobody waits for the answer')
      : new ModelFailure('timeout', 'the model took too long');
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) throw stopped();
    const permit = breaker.admit();
    if (permit === undefined) throw new ModelFailure('unavailable', 'the circuit breaker is open');
    try {
      const result = await attempt(signal);
      permit.succeeded();
      return result;
    } catch (error) {
      if (left.aborted) {
        permit.undecided();
        throw stopped();
      }
      const failure = readFailure(error);
      // A refusal such as a wrong key is an answer: the server is there.
      if (failure.isTransient || deadline.aborted) permit.failed();
      else permit.succeeded();
      if (deadline.aborted) throw stopped();
      if (!failure.isTransient) throw new ModelFailure('refused', failure.detail);
      const pauseMs = Math.max(failure.retryAfterMs ?? 0, firstPauseMs * 2 ** (tries - 1));
      if (tries === maxTries || pauseMs > longestPauseMs)
        throw new ModelFailure('unavailable', failure.detail);
      await pauseFor(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** By shape, because the library's error classes would load the library. */
function readFailure(error: unknown): Failure {
  const { status, headers, message } = error as { status?: unknown; headers?: unknown; message?: unknown };
  if (typeof status !== 'number') {
    const isOurs = error instanceof BrokenAnswer;
    // The library's connection errors have no status; anything else without one is a broken answer.
    return {
      isTransient: true,
      retryAfterMs: undefined,
      detail: isOurs ? String(message) : 'no connection or a broken answer',
    };
  }
  const given = headers instanceof Headers ? headers.get('retry-after') : null;
  const seconds = given !== null && /^\d{1,6}$/.test(given) ? Number(given) : undefined;
  return {
    isTransient: status === 408 || status === 429 || status >= 500,
    retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
    detail: `status ${status}`,
  };
}
