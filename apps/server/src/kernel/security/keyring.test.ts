import { describe, expect, it } from 'vitest';
import { createKeyring, KeyringError } from './keyring.ts';

const first = { id: 'k1', secret: 'first-secret-0123456789-abcdefghij' };
const second = { id: 'k2', secret: 'second-secret-0123456789-abcdefghi' };

describe('a keyring', () => {
  const keyring = createKeyring([first]);

  it.each(['', 'x', 'Төрийн нууц 🔑', 'x'.repeat(100_000)])('opens what it sealed', (plain) => {
    expect(keyring.open(keyring.seal(plain, 'totp'), 'totp')).toBe(plain);
  });

  it('never seals a value to the same text twice, and reveals nothing of it', () => {
    const texts = Array.from({ length: 200 }, () => keyring.seal('same-value', 'totp'));
    expect(new Set(texts).size).toBe(200);
    for (const text of texts) {
      expect(text).toMatch(/^v1\.k1\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(text.slice(6), 'base64url').toString('latin1')).not.toContain('same-value');
    }
  });

  it('does not open a value sealed for another purpose', () => {
    const sealed = keyring.seal('value', 'totp');
    expect(() => keyring.open(sealed, 'oauth')).toThrow(KeyringError);
    expect(() => keyring.open(sealed, '')).toThrow(KeyringError);
  });

  it('does not open a value with any one byte altered', () => {
    const sealed = keyring.seal('value', 'totp');
    const bytes = Buffer.from(sealed.slice(6), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => keyring.open(`v1.k1.${altered.toString('base64url')}`, 'totp')).toThrow(KeyringError);
    }
    expect(() => keyring.open(`v1.k1.${bytes.subarray(0, -1).toString('base64url')}`, 'totp')).toThrow(
      KeyringError,
    );
  });

  it.each(['', 'value', 'v1.k1', 'v1.k1.', 'v1.k1.AAAA', 'v2.k1.AAAA'])(
    'does not accept "%s" as a sealed value',
    (text) => {
      expect(() => keyring.open(text, 'totp')).toThrow('not a sealed value');
    },
  );

  it('names the missing key, and never a value', () => {
    const sealed = createKeyring([second]).seal('value', 'totp');
    expect(() => keyring.open(sealed, 'totp')).toThrow('no key named k2 in INTEGRATION_ENC_KEY');
  });

  it('does not open a value under the name of another key', () => {
    const both = createKeyring([first, second]);
    const renamed = both.seal('value', 'totp').replace('v1.k1.', 'v1.k2.');
    expect(() => both.open(renamed, 'totp')).toThrow(KeyringError);
  });

  it('requires at least one key', () => {
    expect(() => createKeyring([])).toThrow(KeyringError);
  });
});

describe('rotation', () => {
  it('seals with the first key, opens with all, and detects values under an old key', () => {
    const old = createKeyring([first]);
    const kept = old.seal('value', 'totp');
    const rotated = createKeyring([second, first]);
    expect(rotated.currentKeyId).toBe('k2');
    expect(rotated.open(kept, 'totp')).toBe('value');
    expect([old.isStale(kept), rotated.isStale(kept)]).toEqual([false, true]);
    const resealed = rotated.seal(rotated.open(kept, 'totp'), 'totp');
    expect(rotated.isStale(resealed)).toBe(false);
    expect(createKeyring([second]).open(resealed, 'totp')).toBe('value');
  });
});
