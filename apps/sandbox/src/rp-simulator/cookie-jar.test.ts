import { describe, expect, it } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';

const app = new URL('https://app.library.example/sign-in/start');
const sentTo = (url: string, ...headers: string[]) => {
  const jar = createCookieJar();
  jar.store(app, headers);
  return jar.headerFor(new URL(url));
};

describe('the cookies of a driven sign-in', () => {
  it('returns a cookie to its own host alone, unless it names the domain', () => {
    expect(sentTo('https://app.library.example/sign-in/', 'a=1')).toBe('a=1');
    expect(sentTo('https://library.example/sign-in/', 'a=1')).toBe('');
    expect(sentTo('https://other.library.example/', 'a=1; Domain=library.example; Path=/')).toBe('a=1');
    expect(sentTo('https://badlibrary.example/', 'a=1; Domain=library.example; Path=/')).toBe('');
    expect(sentTo('https://app.library.example/', 'a=1; Domain=elsewhere.example; Path=/')).toBe('');
  });

  it('keeps a cookie to its path', () => {
    expect(sentTo('https://app.library.example/', 'a=1')).toBe('');
    expect(sentTo('https://app.library.example/sign-in-not', 'a=1; Path=/sign-in')).toBe('');
    expect(sentTo('https://app.library.example/x', 'a=1; Path=/', 'b=2; Path=/x')).toBe('b=2; a=1');
  });

  it('sends a secure cookie over TLS and on this machine alone', () => {
    expect(sentTo('http://app.library.example/', 'a=1; Secure; Path=/')).toBe('');
    const jar = createCookieJar();
    jar.store(new URL('http://localhost:4001/'), ['a=1; Secure']);
    expect(jar.headerFor(new URL('http://localhost:4001/me'))).toBe('a=1');
  });

  it('replaces a cookie and forgets one that is over', () => {
    expect(sentTo(app.href, 'a=1', 'a=2; HttpOnly; SameSite=Lax')).toBe('a=2');
    expect(sentTo(app.href, 'a=1', 'a=; Max-Age=0')).toBe('');
    expect(sentTo(app.href, 'a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT')).toBe('');
    expect(sentTo(app.href, 'no cookie', '=1')).toBe('');
  });
});
