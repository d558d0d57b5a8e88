import { describe, expect, it } from 'vitest';
import { buildLoginPath, isServerPath, readSafeNext } from './safe-next.ts';

describe('readSafeNext', () => {
  it('keeps a path of this site with its query and fragment', () => {
    for (const next of ['/', '/home', '/applications/7?tab=files#top', '/oauth2/auth?client_id=a']) {
      expect(readSafeNext(next)).toBe(next);
    }
  });

  it('refuses everything that could leave this site', () => {
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

  it('does not lead back to the sign-in page', () => {
    for (const next of ['/login', '/login?next=/home', '/login/']) expect(readSafeNext(next)).toBe('/home');
    expect(readSafeNext('/login-history')).toBe('/login-history');
  });
});

describe('isServerPath', () => {
  it('knows which paths the application cannot draw', () => {
    expect(isServerPath('/oauth2/auth?client_id=a')).toBe(true);
    expect(isServerPath('/api/auth/sso/start')).toBe(true);
    expect(isServerPath('/apis')).toBe(false);
    expect(isServerPath('/home')).toBe(false);
  });
});

describe('buildLoginPath', () => {
  it('carries the place to return to and survives the check on the way back', () => {
    const path = buildLoginPath('/applications?state=open&page=2', 'expired');
    const query = new URL(path, 'https://portal.example').searchParams;
    expect(query.get('notice')).toBe('expired');
    expect(readSafeNext(query.get('next'))).toBe('/applications?state=open&page=2');
  });

  it('says why one is led there', () => {
    expect(buildLoginPath('/home', 'second_factor')).toBe('/login?next=%2Fhome&mfa=1');
    expect(buildLoginPath('/', 'linked_elsewhere')).toBe('/login?slink=elsewhere');
  });

  it('stays short when there is nothing to say', () => {
    expect(buildLoginPath('/')).toBe('/login');
  });
});
