import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { readFaults } from './read-faults.ts';

describe('readFaults', () => {
  it('names the fields that are wrong', () => {
    const errors = [{ field: 'key', tag: 'required', message: 'give a key' }];
    expect(readFaults(new ApiError({ kind: 'invalid', errors }))).toEqual({ key: 'give a key' });
    expect(readFaults(new ApiError({ kind: 'network' }))).toEqual({});
  });
});
