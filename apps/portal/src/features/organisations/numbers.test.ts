import { describe, expect, it } from 'vitest';
import { findRegNoFault, normaliseRegNo } from './numbers.ts';

describe('register number of an organisation', () => {
  it('is accepted as people write it', () => {
    expect(normaliseRegNo(' 20 741 92 ')).toBe('2074192');
    expect(normaliseRegNo('аб-12')).toBe('АБ-12');
  });

  it('is checked before a call is spent on a typing error', () => {
    expect(findRegNoFault('')).toBe('missing');
    expect(findRegNoFault('123')).toBe('shape');
    expect(findRegNoFault('12345678901234567')).toBe('shape');
    expect(findRegNoFault('2074/192')).toBe('shape');
    expect(findRegNoFault('2074192')).toBeNull();
    expect(findRegNoFault('АБ-12')).toBeNull();
  });
});
