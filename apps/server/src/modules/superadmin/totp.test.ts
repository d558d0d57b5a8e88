import { describe, expect, it } from 'vitest';
import { decodeBase32, encodeBase32, findTotpStep, stepAt, totpCode } from './totp.ts';

/** RFC 6238, appendix B, SHA-1; its codes have eight digits, ours are the last six. */
const secret = encodeBase32(Buffer.from('12345678901234567890'));

describe('totp', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('RFC 6238 B: at %i seconds the code is %s', (at, code) => {
    expect(totpCode(secret, stepAt(new Date(at * 1000)))).toBe(code);
  });

  it('finds a code one step either way, never one that was used', () => {
    const now = new Date(1234567890_000);
    const step = stepAt(now);
    for (const each of [step - 1, step, step + 1])
      expect(findTotpStep(secret, totpCode(secret, each), now, -1)).toBe(each);
    for (const each of [step - 2, step + 2])
      expect(findTotpStep(secret, totpCode(secret, each), now, -1)).toBeUndefined();
    expect(findTotpStep(secret, totpCode(secret, step), now, step)).toBeUndefined();
    expect(findTotpStep(secret, '', now, -1)).toBeUndefined();
  });

  it('RFC 4648, 10: base32 there and back', () => {
    expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    for (const text of ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'])
      expect(decodeBase32(encodeBase32(Buffer.from(text))).toString()).toBe(text);
  });
});
