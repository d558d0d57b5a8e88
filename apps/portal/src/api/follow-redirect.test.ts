import { describe, expect, it } from 'vitest';
import { readRedirect } from './follow-redirect.ts';

describe('readRedirect', () => {
  it('goes to web addresses and to applications by their own scheme', () => {
    for (const address of [
      'https://app.example.mn/callback?code=1',
      'http://127.0.0.1:8080/cb',
      'mn.example.app:/callback?code=1',
      'mn.example.app://callback',
    ])
      expect(readRedirect(address)).toBe(address);
  });

  it('goes nowhere that would run in this page, or that is no address', () => {
    for (const address of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'blob:https://a/b',
      'file:///etc/passwd',
      'vbscript:x',
      '/relative',
      '//evil.example',
      '',
    ])
      expect(readRedirect(address)).toBeNull();
  });
});
