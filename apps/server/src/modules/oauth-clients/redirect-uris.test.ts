import { describe, expect, it } from 'vitest';
import { isRedirectUri, originsOf } from './redirect-uris.ts';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.mn/callback',
    'https://app.example.mn:8443/callback?tenant=1',
    'https://app.example.mn',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
  ])('may be %s for every type that signs people in', (uri) => {
    for (const type of ['web', 'spa', 'native'] as const) expect(isRedirectUri(uri, type)).toBe(true);
  });

  it.each(['mn.example.app:/callback', 'mn.example.app://callback', 'mn.example.my-app:/oauth/done'])(
    'may be %s for a native application alone',
    (uri) => {
      expect(isRedirectUri(uri, 'native')).toBe(true);
      for (const type of ['web', 'spa'] as const) expect(isRedirectUri(uri, type)).toBe(false);
    },
  );

  it.each([
    ['http://app.example.mn/callback', 'http beyond loopback'],
    ['http://localhost.evil.mn/callback', 'a name that only begins like loopback'],
    ['http://10.0.0.1/callback', 'http on a private address'],
    ['https://app.example.mn/callback#part', 'a fragment'],
    ['https://app.example.mn/callback#', 'an empty fragment'],
    ['https://*.example.mn/callback', 'a wildcard host'],
    ['https://app.example.mn/*', 'a wildcard path'],
    ['https://user:word@app.example.mn/callback', 'a user name'],
    ['https://app.example.mn\\@evil.mn/', 'a backslash'],
    ['https:app.example.mn/callback', 'no slashes'],
    ['https:///app.example.mn/callback', 'three slashes'],
    ['//app.example.mn/callback', 'no scheme'],
    ['/callback', 'a path'],
    ['https://app.example.mn/call back', 'a space'],
    [' https://app.example.mn/', 'a space before'],
    ['https://app.example.mn/\ncallback', 'a line break'],
    ['https://жишээ.mn/callback', 'letters beyond ASCII'],
    ['javascript:alert(1)', 'a script'],
    ['javascript://app.example.mn/%0aalert(1)', 'a script that looks like an address'],
    ['data:text/html,x', 'data'],
    ['myapp:/callback', 'a scheme without an owner'],
    ['mn.example.app:', 'a scheme alone'],
    ['file:///etc/passwd', 'a file'],
    [`https://app.example.mn/${'x'.repeat(400)}`, 'too long'],
    ['', 'empty'],
  ])('may not be "%s" (%s)', (uri) => {
    for (const type of ['web', 'spa', 'native'] as const) expect(isRedirectUri(uri, type)).toBe(false);
  });
});

describe('post-logout URIs', () => {
  it('are the distinct origins of the redirect URIs, without private schemes', () => {
    expect(
      originsOf([
        'https://app.example.mn/callback',
        'https://app.example.mn/other?x=1',
        'http://localhost:3000/cb',
        'mn.example.app:/cb',
      ]),
    ).toEqual(['https://app.example.mn', 'http://localhost:3000']);
  });
});
