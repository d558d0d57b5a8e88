import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { readFaults } from './read-faults.ts';

describe('readFaults', () => {
  it('returns the text of a refusal that names its field', () => {
    const taken = { kind: 'refused', status: 409, code: 'code_exists' } as const;
    expect(readFaults(new ApiError(taken, null, 'choose another code', { field: 'code' }))).toEqual({
      code: 'choose another code',
    });
    expect(readFaults(new ApiError(taken, null, 'choose another code'))).toEqual({});
  });

  it('returns the text of each field that the server rejects', () => {
    const errors = [{ field: 'key', tag: 'required', message: 'give a key' }];
    expect(readFaults(new ApiError({ kind: 'invalid', errors }))).toEqual({ key: 'give a key' });
    expect(readFaults(new ApiError({ kind: 'network' }))).toEqual({});
  });
});
