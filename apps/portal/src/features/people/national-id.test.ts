import { describe, expect, it } from 'vitest';
import { findNationalIdFault, normaliseNationalId } from './national-id.ts';

describe('normaliseNationalId', () => {
  it('accepts the number as people write it', () => {
    expect(normaliseNationalId(' уб 0011-2233 ')).toBe('УБ00112233');
    expect(normaliseNationalId('өү00112233')).toBe('ӨҮ00112233');
  });
});

describe('findNationalIdFault', () => {
  it('accepts a register number', () => {
    for (const id of ['УБ00112233', 'ӨҮ99887766']) expect(findNationalIdFault(id)).toBeNull();
  });

  it('leaves unusual numbers to the server', () => {
    expect(findNationalIdFault('F1234567')).toBeNull();
    expect(findNationalIdFault('12345678901234')).toBeNull();
  });

  it('names the typing error', () => {
    expect(findNationalIdFault('')).toBe('missing');
    expect(findNationalIdFault('UB00112233')).toBe('latin');
    for (const id of ['УБ001', 'УБ00112233*', 'ТАМГАТАМГА', `УБ${'0'.repeat(19)}`]) {
      expect(findNationalIdFault(id)).toBe('shape');
    }
  });
});
