import { describe, expect, it } from 'vitest';
import { createTotpSecret, findTotpStep, otpauthUrl, stepAt, totpCode } from './totp.ts';

/**
 * RFC 6238, appendix B, SHA-1: '12345678901234567890' in base32; its codes have eight digits, ours are the
 * last six.
 */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

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

  it('finds a code one step either way, never a used one', () => {
    const now = new Date(1234567890_000);
    const step = stepAt(now);
    for (const each of [step - 1, step, step + 1])
      expect(findTotpStep(secret, totpCode(secret, each), now, -1)).toBe(each);
    for (const each of [step - 2, step + 2])
      expect(findTotpStep(secret, totpCode(secret, each), now, -1)).toBeUndefined();
    expect(findTotpStep(secret, totpCode(secret, step), now, step)).toBeUndefined();
    for (const code of ['', '12345', '1234567', '12345a', '12345९', '９９９９９９'])
      expect(findTotpStep(secret, code, now, -1)).toBeUndefined();
  });

  it('gives an authenticator app 160 bits and a name in any script', () => {
    const made = createTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(made);
    expect(otpauthUrl(made, 'бат+1@tamga.mn', 'Тамга & Co')).toBe(
      `otpauth://totp/${encodeURIComponent('Тамга & Co')}:${encodeURIComponent('бат+1@tamga.mn')}` +
        `?issuer=${encodeURIComponent('Тамга & Co')}&secret=${made}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
