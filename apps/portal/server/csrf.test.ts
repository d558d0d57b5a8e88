import { describe, expect, it } from 'vitest';
import { provesOwnWrite, provesSameOrigin } from './csrf.ts';

const own = 'https://portal.test';
const value = '0123456789abcdef0123456789abcdef';
const other = 'f'.repeat(32);

describe('provesOwnWrite', () => {
  it.each([
    [
      'the cookie value and our Origin',
      { header: value, cookie: value, origin: own, fetchSite: 'same-origin' },
    ],
    [
      'the cookie value and our Origin, no fetch metadata',
      { header: value, cookie: value, origin: own, fetchSite: undefined },
    ],
    [
      'the constant from a client that is no browser',
      { header: '1', cookie: undefined, origin: undefined, fetchSite: undefined },
    ],
  ])('accepts %s', (_name, evidence) => {
    expect(provesOwnWrite(evidence, own)).toBe(true);
  });

  it.each([
    ['no header', { header: undefined, cookie: value, origin: own, fetchSite: 'same-origin' }],
    ['another value', { header: other, cookie: value, origin: own, fetchSite: 'same-origin' }],
    ['a shorter value', { header: value.slice(1), cookie: value, origin: own, fetchSite: 'same-origin' }],
    ['no cookie', { header: value, cookie: undefined, origin: own, fetchSite: 'same-origin' }],
    ['empty header and empty cookie', { header: '', cookie: '', origin: own, fetchSite: 'same-origin' }],
    [
      'another Origin',
      { header: value, cookie: value, origin: 'https://evil.example', fetchSite: 'cross-site' },
    ],
    [
      'a sibling Origin',
      { header: value, cookie: value, origin: 'https://a.portal.test', fetchSite: 'same-site' },
    ],
    [
      'our name over another scheme',
      { header: value, cookie: value, origin: 'http://portal.test', fetchSite: undefined },
    ],
    ['the Origin null', { header: value, cookie: value, origin: 'null', fetchSite: 'same-origin' }],
    [
      'fetch metadata without Origin',
      { header: value, cookie: value, origin: undefined, fetchSite: 'same-origin' },
    ],
    [
      'the cookie value without any origin evidence',
      { header: value, cookie: value, origin: undefined, fetchSite: undefined },
    ],
    [
      'the constant from a browser with Origin',
      { header: '1', cookie: '1', origin: own, fetchSite: undefined },
    ],
    [
      'the constant from a browser with fetch metadata',
      { header: '1', cookie: '1', origin: undefined, fetchSite: 'same-origin' },
    ],
    [
      'the constant beside other values',
      { header: '1, 1', cookie: undefined, origin: undefined, fetchSite: undefined },
    ],
  ])('refuses %s', (_name, evidence) => {
    expect(provesOwnWrite(evidence, own)).toBe(false);
  });
});

describe('provesSameOrigin', () => {
  it.each([
    [{ origin: own, fetchSite: undefined }],
    [{ origin: own, fetchSite: 'same-origin' }],
    [{ origin: undefined, fetchSite: 'same-origin' }],
    [{ origin: undefined, fetchSite: 'none' }],
  ])('accepts %j', (evidence) => {
    expect(provesSameOrigin(evidence, own)).toBe(true);
  });

  it.each([
    [{ origin: undefined, fetchSite: undefined }],
    [{ origin: undefined, fetchSite: 'same-site' }],
    [{ origin: undefined, fetchSite: 'cross-site' }],
    [{ origin: 'https://evil.example', fetchSite: 'same-origin' }],
    [{ origin: 'null', fetchSite: 'none' }],
  ])('refuses %j', (evidence) => {
    expect(provesSameOrigin(evidence, own)).toBe(false);
  });
});
