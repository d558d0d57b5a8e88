import { describe, expect, it } from 'vitest';
import { isLoopbackPeer, presentedKey } from './access.ts';

describe('isLoopbackPeer', () => {
  it.each(['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])(
    'accepts the loopback address %s',
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
  ])('rejects %s', (address) => expect(isLoopbackPeer(address)).toBe(false));
});

describe('presentedKey', () => {
  it('reads the bearer token or X-API-Key', () => {
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
