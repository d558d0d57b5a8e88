import { describe, expect, it } from 'vitest';
import { findRegNoFault, findUserIdFault, normaliseRegNo } from './numbers.ts';

describe('register number of an organisation', () => {
  it('is taken as people write it', () => {
    expect(normaliseRegNo(' 20 741 92 ')).toBe('2074192');
    expect(normaliseRegNo('аб-12')).toBe('АБ-12');
  });

  it('is refused before a call is spent on a slip', () => {
    expect(findRegNoFault('')).toBe('missing');
    expect(findRegNoFault('123')).toBe('shape');
    expect(findRegNoFault('12345678901234567')).toBe('shape');
    expect(findRegNoFault('2074/192')).toBe('shape');
    expect(findRegNoFault('2074192')).toBeNull();
    expect(findRegNoFault('АБ-12')).toBeNull();
  });
});

describe('account ID of a person', () => {
  it('is whole or refused', () => {
    expect(findUserIdFault('3f0c7a52-9d1e-4b7a-8c55-2a61f0e4d9b3')).toBeNull();
    expect(findUserIdFault('3F0C7A52-9D1E-4B7A-8C55-2A61F0E4D9B3')).toBeNull();
    expect(findUserIdFault('3f0c7a52-9d1e-4b7a-8c55')).toBe('shape');
    expect(findUserIdFault('')).toBe('missing');
  });
});
