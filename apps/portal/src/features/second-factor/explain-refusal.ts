import { readFailure } from '../../api/errors.ts';

export type Refusal =
  /** Try another code. */
  | { kind: 'wrong' }
  /** The sign-in of this code has ended. */
  | { kind: 'ended' }
  | { kind: 'locked' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'offline' }
  | { kind: 'other' };

/** Explains a refused code to the person. */
export function explainRefusal(error: unknown): Refusal {
  const failure = readFailure(error);
  switch (failure.kind) {
    case 'network':
    case 'timeout':
      return { kind: 'offline' };
    case 'rate_limited':
      return { kind: 'wait', seconds: failure.retryAfterSeconds };
    // Without the sign-in's cookie a code belongs to no sign-in.
    case 'invalid':
    case 'unauthorized':
      return { kind: 'ended' };
    case 'refused':
      if (failure.code === 'invalid_code') return { kind: 'wrong' };
      if (failure.code === 'too_many_attempts' || failure.code === 'account_locked')
        return { kind: 'locked' };
      return { kind: 'ended' };
    case 'unavailable':
      return { kind: 'other' };
  }
}
