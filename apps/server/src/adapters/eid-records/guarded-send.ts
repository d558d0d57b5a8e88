import type { Checker } from '../../kernel/checker.ts';
import { RecordsError } from '../../modules/eid-console/records-port.ts';
import { createRecordsHttp, type RecordsAnswer, type RecordsCall } from './http.ts';

/** The part of a circuit breaker that one call needs: admission and its outcome. */
export interface Breaker {
  admit(): { succeeded(): void; failed(): void; undecided(): void } | undefined;
}

export function createGuardedSend(
  breaker: Breaker,
  timeoutMs?: number,
): (call: RecordsCall) => Promise<RecordsAnswer> {
  const send = createRecordsHttp(timeoutMs);
  return async (call) => {
    const permit = breaker.admit();
    if (!permit) throw new RecordsError('unavailable', 'the provider failed repeatedly and is left alone');
    try {
      const answer = await send(call);
      if (answer.status >= 500) permit.failed();
      else permit.succeeded();
      return answer;
    } catch (error) {
      if (call.signal?.aborted) permit.undecided();
      else permit.failed();
      throw error;
    }
  };
}

/** Validates the body of an answer; the provider's text is not passed on. */
export function readAnswer<T>(text: string, fits: Checker<T>): T {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new RecordsError('failed', 'the answer is not JSON');
  }
  if (!fits(answer)) throw new RecordsError('failed', 'the answer has another shape');
  return answer;
}

export function failureOf(status: number): 'forbidden' | 'not_found' | 'conflict' | 'unavailable' | 'failed' {
  switch (status) {
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return 'failed';
  }
}
