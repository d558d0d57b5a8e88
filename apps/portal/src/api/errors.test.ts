import { describe, expect, it } from 'vitest';
import { classifyFailure } from './errors.ts';

describe('classifyFailure', () => {
  it('reads the wait of a rate limit from Retry-After', () => {
    expect(classifyFailure(429, {}, '17')).toEqual({ kind: 'rate_limited', retryAfterSeconds: 17 });
  });

  it('waits half a minute if the rate limit has no valid Retry-After', () => {
    for (const header of [null, '', 'soon', '-3', '0']) {
      expect(classifyFailure(429, {}, header)).toEqual({ kind: 'rate_limited', retryAfterSeconds: 30 });
    }
  });

  it('keeps the field errors of a 422 and drops malformed ones', () => {
    const errors = [{ field: 'first_name_en', tag: 'max', message: 'too long' }, null, { tag: 'x' }];
    expect(classifyFailure(422, { data: { errors } }, null)).toEqual({
      kind: 'invalid',
      errors: [{ field: 'first_name_en', tag: 'max', message: 'too long' }],
    });
    expect(classifyFailure(422, {}, null)).toEqual({ kind: 'invalid', errors: [] });
  });

  it('distinguishes a refusal from an outage and keeps the code', () => {
    expect(classifyFailure(403, { error: 'account_locked' }, null)).toEqual({
      kind: 'refused',
      status: 403,
      code: 'account_locked',
    });
    expect(classifyFailure(503, { error: 'timeout' }, null)).toEqual({
      kind: 'unavailable',
      status: 503,
      code: 'timeout',
    });
    expect(classifyFailure(401, { error: 'unauthorized' }, null)).toEqual({ kind: 'unauthorized' });
  });
});
