import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { describeFailure, readFieldTexts } from './failure-text.ts';
import { administrationWords } from './list-words.ts';

const words = administrationWords.en;

describe('the words of a failure', () => {
  it('are the server’s own when it refused and said why', () => {
    const error = new ApiError(
      { kind: 'refused', status: 409, code: 'role_in_use' },
      null,
      'People still hold it.',
    );
    expect(describeFailure(error, words)).toBe('People still hold it.');
  });

  it('are ours when the server said nothing', () => {
    expect(describeFailure(new ApiError({ kind: 'refused', status: 403, code: '' }), words)).toBe(
      words.failures.forbidden,
    );
    expect(describeFailure(new ApiError({ kind: 'network' }), words)).toBe(words.failures.network);
    expect(describeFailure(new Error('x'), words)).toBe(words.failures.unavailable);
    expect(describeFailure(new ApiError({ kind: 'rate_limited', retryAfterSeconds: 9 }), words)).toContain(
      '9',
    );
  });

  it('name the fields that are wrong', () => {
    const errors = [{ field: 'key', tag: 'required', message: 'give a key' }];
    expect(readFieldTexts(new ApiError({ kind: 'invalid', errors }))).toEqual({ key: 'give a key' });
    expect(readFieldTexts(new ApiError({ kind: 'network' }))).toEqual({});
  });
});
