import { describe, expect, it } from 'vitest';
import { trustProxies } from './trusted-proxies.ts';

describe('trustProxies', () => {
  const trust = trustProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['64:ff9b::10.1.2.3', false],
    ['nonsense', false],
    ['', false],
    ['10.1.2.3:443', false],
  ])('%s: %s, on the first call and from the cache', (address, expected) => {
    for (let times = 0; times < 3; times += 1) expect(trust !== false && trust(address)).toBe(expected);
  });

  it('trusts no proxy when none is configured', () => {
    expect(trustProxies([])).toBe(false);
  });

  it('caches a bounded number of addresses', () => {
    for (let n = 0; n < 25_000; n += 1)
      expect(trust !== false && trust(`11.0.${n >> 8}.${n & 255}`)).toBe(false);
    expect(trust !== false && trust('10.1.2.3')).toBe(true);
  });
});
