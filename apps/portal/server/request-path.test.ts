import { describe, expect, it } from 'vitest';
import { isPassableTarget, readPathSegments } from './request-path.ts';

describe('readPathSegments', () => {
  it('decodes segments and ignores the query', () => {
    expect(readPathSegments('/api/v1/%61uth/x?next=/../y')).toEqual(['api', 'v1', 'auth', 'x']);
    expect(readPathSegments('/api/v1/org/%D0%90%D0%91')).toEqual(['api', 'v1', 'org', 'АБ']);
  });

  it.each([
    '/api/v1//auth/refresh',
    '/api/v1/x/../auth/refresh',
    '/api/v1/x/%2e%2E/auth/refresh',
    '/api/v1/./auth/refresh',
    '/api/v1/x%2fauth',
    '/api/v1/x%5c..%5cauth',
    '/api/v1\\auth',
    '/api/v1/auth#x',
    '/api/v1/%zz',
    '/api/v1/%ff',
    'http://evil.example/api/v1/x',
    '',
  ])('refuses %j, which another program may read differently', (target) => {
    expect(readPathSegments(target)).toBeUndefined();
  });
});

describe('isPassableTarget', () => {
  it.each([
    '/gw/weather/a//b',
    '/gw/files/a%2Fb.txt',
    '/.well-known/jwks.json',
    '/gw/x/.hidden',
    '/gw/x/...',
  ])('passes %j', (target) => {
    expect(isPassableTarget(target)).toBe(true);
  });

  it.each([
    '/gw/../api/v1/auth/refresh',
    '/gw/%2e%2e/api',
    '/gw/x/..',
    '/gw/x%2f..%2fy',
    '/gw/./x',
    '/gw\\..\\api',
    'http://evil.example/gw',
  ])('refuses %j', (target) => {
    expect(isPassableTarget(target)).toBe(false);
  });
});
