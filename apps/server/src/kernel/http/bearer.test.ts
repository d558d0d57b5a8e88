import { describe, expect, it } from 'vitest';
import { bearerOf, credentialOf } from './bearer.ts';

describe('bearerOf', () => {
  it('reads one token after the scheme, in any case', () => {
    expect(['Bearer abc', 'bearer abc', 'BEARER   abc  '].map(bearerOf)).toEqual(['abc', 'abc', 'abc']);
  });

  it('refuses every other form', () => {
    const forms = [
      undefined,
      '',
      'abc',
      'Bearer',
      'Bearer ',
      'Bearerabc',
      'Bearer\tabc',
      'Bearer a b',
      'Bearer abc, Bearer def',
      'Basic abc',
      'DPoP abc',
      ' Bearer abc',
      `Bearer ${'a'.repeat(4097)}`,
    ];
    expect(forms.map(bearerOf).filter((token) => token !== undefined)).toEqual([]);
  });

  it('distinguishes a key-bound token from a bearer token', () => {
    expect(credentialOf('DPoP abc')).toEqual({ isBound: true, token: 'abc' });
    expect(credentialOf('bearer abc')).toEqual({ isBound: false, token: 'abc' });
    expect(credentialOf('Basic abc')).toBeUndefined();
  });
});
