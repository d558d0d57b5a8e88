import { describe, expect, it } from 'vitest';
import { findAddressFault, isShownHere } from './signature-address.ts';

describe('findAddressFault', () => {
  it('accepts complete https addresses only', () => {
    expect(findAddressFault('https://files.example/me.png')).toBeNull();
    for (const address of ['http://files.example/me.png', 'files.example/me.png', 'javascript:alert(1)']) {
      expect(findAddressFault(address)).toBe('not_https');
    }
    expect(findAddressFault('https://')).toBe('not_https');
  });

  it('reports a missing or too long address', () => {
    expect(findAddressFault('')).toBe('missing');
    expect(findAddressFault(`https://files.example/${'a'.repeat(1000)}`)).toBe('too_long');
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
