import { describe, expect, it } from 'vitest';
import { readDigits, readRecoveryCode } from './read-code.ts';

describe('readDigits', () => {
  it('accepts six digits with spaces and dashes', () => {
    for (const text of ['123456', '123 456', ' 123-456 ', '12 34 56'])
      expect(readDigits(text)).toBe('123456');
  });

  it('rejects everything else', () => {
    for (const text of ['', '12345', '1234567', '12345a', '१२३४५६']) expect(readDigits(text)).toBeNull();
  });
});

describe('readRecoveryCode', () => {
  it('restores the dash', () => {
    for (const text of ['ABCD-2345', 'abcd2345', ' abcd 2345 '])
      expect(readRecoveryCode(text)).toBe('ABCD-2345');
  });

  it('rejects everything else', () => {
    for (const text of ['', 'ABCD-234', 'ABCD-23456', 'ABCD-1890', 'АВСД-2345'])
      expect(readRecoveryCode(text)).toBeNull();
  });
});
