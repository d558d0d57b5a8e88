import { describe, expect, it } from 'vitest';
import { readCsrfCookie } from './http.ts';

describe('readCsrfCookie', () => {
  it('finds the cookie with and without the production prefix', () => {
    expect(readCsrfCookie('a=1; tamga_csrf=abc; b=2')).toBe('abc');
    expect(readCsrfCookie('__Host-tamga_csrf=def')).toBe('def');
  });

  it('prefers the prefixed cookie, which a sibling host cannot set', () => {
    expect(readCsrfCookie('tamga_csrf=planted; __Host-tamga_csrf=real')).toBe('real');
  });

  it('is null without the cookie or with a similar name', () => {
    expect(readCsrfCookie('')).toBeNull();
    expect(readCsrfCookie('x_tamga_csrf=abc; tamga_csrf2=abc')).toBeNull();
  });
});
