import type { Approval } from '../../../api/administration.ts';
import type { ApiFailure } from '../../../api/errors.ts';

/** A change of role, from the wish to its end. Only the role of manager waits for the person. */
export type RoleChange =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'waiting'; approval: Approval }
  | { step: 'done' }
  | { step: 'refused' }
  | { step: 'expired' }
  | { step: 'failed'; error: unknown };

/** How a failed call ends the change; null when it is only a hitch while the person is being waited for. */
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
