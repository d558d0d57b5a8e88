import { describe, expect, it } from 'vitest';
import { isWebAddress, readNext, toSafeNext } from './safe-next.ts';

describe('toSafeNext', () => {
  it.each([
    '/',
    '/applications',
    '/a/b?c=d&e=https://x.example#part',
    '/мэдэгдэл',
    '/a//b',
    '/a\\b',
    '/verify/TG-1',
    '/oauth/login?login_challenge=a',
    '/applications?next=/api/me',
    '/%2F%2Fevil.example',
  ])('keeps the relative path %j', (value) => {
    expect(toSafeNext(value)).toBe(value);
  });

  it.each([
    '',
    'applications',
    'https://evil.example',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '\t//evil.example',
    ' //evil.example',
    ' /applications',
    '/a\u0000b',
    '/a\u007fb',
    '/a\u0085b',
    '/a\u2028b',
    '@evil.example',
    '.evil.example',
    `/${'a'.repeat(3000)}`,
  ])('turns %j into the start page', (value) => {
    expect(toSafeNext(value)).toBe('/');
  });

  it.each([
    '/api',
    '/api/auth/expired',
    '/api/v1/core/users?search_text=a',
    '/API/me',
    '/%61pi/me',
    '/./api/me',
    '/home/../api/me',
    '/home/%2e%2e/api/me',
    '/home/..%2fapi/me',
    '/home\\..\\api\\me',
    '/%2fapi/me',
    '/home/%',
    '/oauth2/auth?client_id=a',
    '/sso/callback?code=a',
    '/.well-known',
    '/gw/a',
    '/mcp',
    '/rp/sign',
    '/userinfo',
    '/swagger/doc.json',
    '/assets/a.js',
    '/health',
  ])('turns %j, which is not a page, into the start page', (value) => {
    expect(toSafeNext(value)).toBe('/');
  });

  it.each([undefined, null, 7, ['/a', '/b'], { path: '/a' }])(
    'turns the non-text %j into the start page',
    (value) => {
      expect(toSafeNext(value)).toBe('/');
    },
  );

  it('never leads to another origin, however a browser reads the result', () => {
    const pieces = ['/', '\\', '\t', '\n', 'evil.example', ':', '@', '.', 'https:', '?', '#', ' '];
    for (const a of pieces) {
      for (const b of pieces) {
        for (const c of pieces) {
          const value = `${a}${b}${c}evil.example`;
          expect(new URL(toSafeNext(value), 'https://portal.test').origin, JSON.stringify(value)).toBe(
            'https://portal.test',
          );
        }
      }
    }
  });
});

describe('readNext', () => {
  const read = (value: unknown, fits = (_next: string) => true) =>
    readNext(value, 'https://portal.test', fits);

  it.each([
    ['/applications?a=b#part', '/applications?a=b#part'],
    ['/home/../profile', '/profile'],
    ['/мэдэгдэл', '/%D0%BC%D1%8D%D0%B4%D1%8D%D0%B3%D0%B4%D1%8D%D0%BB'],
  ])('encodes %j as %j', (value, next) => {
    expect(read(value)).toBe(next);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/home/..//evil.example',
    '/home/../\\evil.example',
    '/%2e//evil.example',
    '/home/%2e%2e//evil.example',
    '/./api/me',
    undefined,
    ['/a', '/b'],
  ])('turns %j, which leads elsewhere once it is serialized, into the start page', (value) => {
    expect(read(value)).toBe('/');
  });

  it('turns a path that does not fit its carrier into the start page', () => {
    const next = `/${'я'.repeat(10)}`;
    expect(read(next, (encoded) => encoded.length <= 61)).toBe(encodeURI(next));
    expect(read(next, (encoded) => encoded.length <= 60)).toBe('/');
  });
});

describe('isWebAddress', () => {
  it.each(['https://login.example/auth?a=b', 'http://localhost:4000/', 'HTTPS://login.example'])(
    'accepts %j',
    (value) => {
      expect(isWebAddress(value)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//login.example',
    '/auth',
    '',
    undefined,
    null,
    ['https://login.example'],
  ])('rejects %j', (value) => {
    expect(isWebAddress(value)).toBe(false);
  });
});
