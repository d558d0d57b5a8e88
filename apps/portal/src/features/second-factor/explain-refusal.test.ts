import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { explainRefusal } from './explain-refusal.ts';

const refused = (code: string) => new ApiError({ kind: 'refused', status: 403, code });

describe('explainRefusal', () => {
  it('allows a retry only if another code can help', () => {
    expect(explainRefusal(refused('invalid_code'))).toEqual({ kind: 'wrong' });
    expect(explainRefusal(refused('mfa_invalid'))).toEqual({ kind: 'ended' });
    expect(explainRefusal(refused('account_disabled'))).toEqual({ kind: 'ended' });
    for (const code of ['too_many_attempts', 'account_locked'])
      expect(explainRefusal(refused(code))).toEqual({ kind: 'locked' });
  });

  it('treats a missing cookie as an ended sign-in', () => {
    expect(explainRefusal(new ApiError({ kind: 'invalid', errors: [] }))).toEqual({ kind: 'ended' });
    expect(explainRefusal(new ApiError({ kind: 'unauthorized' }))).toEqual({ kind: 'ended' });
  });

  it('names the wait, and does not blame the code for an outage', () => {
    expect(explainRefusal(new ApiError({ kind: 'rate_limited', retryAfterSeconds: 12 }))).toEqual({
      kind: 'wait',
      seconds: 12,
    });
    expect(explainRefusal(new ApiError({ kind: 'network' }))).toEqual({ kind: 'offline' });
    expect(explainRefusal(new Error('broken'))).toEqual({ kind: 'other' });
  });
});
