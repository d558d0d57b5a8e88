import { describe, expect, it } from 'vitest';
import { buildLoginPath, readSafeNext } from './safe-next.ts';

describe('readSafeNext', () => {
  it('keeps a path of this site with its query and fragment', () => {
    for (const next of ['/', '/home', '/applications/7?tab=files#top', '/oauth/login?login_challenge=a']) {
      expect(readSafeNext(next)).toBe(next);
    }
  });

  it('refuses every address that could leave this site', () => {
    const refused = [
      null,
      undefined,
      '',
      'home',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '/a\\..\\b',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/\n/evil.example',
      ' /home',
    ];
    for (const next of refused) expect(readSafeNext(next)).toBe('/home');
  });

  it('accepts pages only, never addresses that the server answers itself', () => {
    const refused = [
      '/api/me',
      '/api/auth/expired',
      '/%61pi/me',
      '/a/../api/me',
      '/oauth2/auth',
      '/sso/callback',
    ];
    for (const next of refused) expect(readSafeNext(next)).toBe('/home');
  });

  it('refuses the sign-in page itself', () => {
    for (const next of ['/login', '/login?next=/home', '/login/']) expect(readSafeNext(next)).toBe('/home');
    expect(readSafeNext('/login-history')).toBe('/login-history');
  });
});

describe('buildLoginPath', () => {
  it('carries a return path that passes the check', () => {
    const path = buildLoginPath('/applications?state=open&page=2', 'expired');
    const query = new URL(path, 'https://portal.example').searchParams;
    expect(query.get('notice')).toBe('expired');
    expect(readSafeNext(query.get('next'))).toBe('/applications?state=open&page=2');
  });

  it('carries the reason', () => {
    expect(buildLoginPath('/home', 'second_factor')).toBe('/login?next=%2Fhome&mfa=1');
    expect(buildLoginPath('/', 'linked_elsewhere')).toBe('/login?slink=elsewhere');
  });

  it('has no query without a return path and a reason', () => {
    expect(buildLoginPath('/')).toBe('/login');
  });
});
