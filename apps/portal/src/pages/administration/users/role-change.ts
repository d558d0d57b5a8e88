import type { Approval } from '../../../api/administration.ts';
import type { ApiFailure } from '../../../api/errors.ts';

/** The states of a role change. Only the manager role waits for the person's consent. */
export type RoleChange =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'waiting'; approval: Approval }
  | { step: 'done' }
  | { step: 'refused' }
  | { step: 'expired' }
  | { step: 'failed'; error: unknown };

/** How a failed call ends the change; null if it is a temporary failure while waiting for the person. */
export function endChange(failure: ApiFailure, error: unknown, isWaiting: boolean): RoleChange | null {
  if (failure.kind === 'refused' && failure.code === 'approval_refused') return { step: 'refused' };
  if (failure.kind === 'refused' && failure.code === 'approval_expired') return { step: 'expired' };
  const isHitch =
    failure.kind === 'network' ||
    failure.kind === 'timeout' ||
    failure.kind === 'rate_limited' ||
    failure.kind === 'unavailable';
  return isWaiting && isHitch ? null : { step: 'failed', error };
}
