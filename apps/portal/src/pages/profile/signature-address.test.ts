import { describe, expect, it } from 'vitest';
import { isShownHere, isWholeAddress } from './signature-address.ts';

describe('isWholeAddress', () => {
  it('accepts complete https addresses only', () => {
    expect(isWholeAddress('https://files.example/me.png')).toBe(true);
    const refused = [
      'http://files.example/me.png',
      'files.example/me.png',
      'javascript:alert(1)',
      'https://',
    ];
    for (const address of refused) expect(isWholeAddress(address)).toBe(false);
  });
});

describe('isShownHere', () => {
  it('is true for our own origin only', () => {
    expect(isShownHere('https://portal.example/files/me.png', 'https://portal.example')).toBe(true);
    expect(isShownHere('https://portal.example.evil/me.png', 'https://portal.example')).toBe(false);
    expect(isShownHere('https://portal.example:8443/me.png', 'https://portal.example')).toBe(false);
    expect(isShownHere('', 'https://portal.example')).toBe(false);
  });
});
