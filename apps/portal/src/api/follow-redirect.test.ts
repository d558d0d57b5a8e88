import { describe, expect, it } from 'vitest';
import { readRedirect } from './follow-redirect.ts';

describe('readRedirect', () => {
  it('accepts web addresses and private-use schemes of apps', () => {
    for (const address of [
      'https://app.example.mn/callback?code=1',
      'http://127.0.0.1:8080/cb',
      'mn.example.app:/callback?code=1',
      'mn.example.app://callback',
    ])
      expect(readRedirect(address)).toBe(address);
  });

  it('rejects addresses that would run in this page, and invalid ones', () => {
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
