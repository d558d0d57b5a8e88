import { describe, expect, it } from 'vitest';
import { isLoopbackPeer, presentedKey } from './access.ts';

describe('a peer of the admin API', () => {
  it.each(['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])(
    'is on this machine at %s',
    (address) => expect(isLoopbackPeer(address)).toBe(true),
  );

  it.each([
    '10.0.0.1',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    'fe80::1',
    'localhost',
    '',
    undefined,
  ])('is not at %s', (address) => expect(isLoopbackPeer(address)).toBe(false));
});

describe('the key of a call', () => {
  it('is the bearer token, or X-API-Key', () => {
    expect(presentedKey({ headers: { authorization: 'Bearer abc' } })).toBe('abc');
    expect(presentedKey({ headers: { 'x-api-key': 'abc' } })).toBe('abc');
    expect(presentedKey({ headers: { authorization: 'Bearer one', 'x-api-key': 'two' } })).toBe('one');
    for (const headers of [
      {},
      { authorization: 'Basic abc' },
      { authorization: 'Bearer' },
      { 'x-api-key': '' },
    ])
      expect(presentedKey({ headers })).toBeUndefined();
  });
});
