import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyIdToken } from './verify-id-token.ts';

const now = new Date(1_800_000_000_000);
const seconds = now.getTime() / 1000;
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const jwkOf = (key: KeyObject, kid: string): JsonWebKey => ({ ...key.export({ format: 'jwk' }), kid });
const keys = [jwkOf(pair.publicKey, 'k1')];
const expected = { issuer: 'https://id.example', clientId: 'tamga', nonce: 'n-1', now };
const claims = {
  iss: 'https://id.example',
  aud: 'tamga',
  sub: 'person-1',
  email: 'person@example.mn',
  email_verified: true,
  nonce: 'n-1',
  iat: seconds,
  exp: seconds + 600,
};

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function tokenOf(body: object, header: object = { alg: 'RS256', kid: 'k1' }, key = pair.privateKey): string {
  const text = `${encode(header)}.${encode(body)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

describe('verifyIdToken (OpenID Connect Core, 3.1.3.7)', () => {
  it('accepts a token that is all it should be', () => {
    expect(verifyIdToken(tokenOf(claims), keys, expected)).toEqual({
      ok: true,
      claims: { iss: 'https://id.example', sub: 'person-1', email: 'person@example.mn', emailVerified: true },
    });
    const several = { ...claims, aud: ['tamga', 'other'], azp: 'tamga' };
    expect(verifyIdToken(tokenOf(several), keys, expected).ok).toBe(true);
  });

  it('takes an address for verified only by the word true', () => {
    for (const word of ['true', 1, undefined, false]) {
      const verdict = verifyIdToken(tokenOf({ ...claims, email_verified: word }), keys, expected);
      expect(verdict).toMatchObject({ ok: true, claims: { emailVerified: false } });
    }
  });

  const hmacText = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims)}`;
  const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const changed = tokenOf(claims).split('.');
  changed[1] = encode({ ...claims, sub: 'person-2' });
  it.each([
    ['no token', 'x', 'not a token'],
    ['a token in four parts', `${tokenOf(claims)}.x`, 'not a token'],
    ['no signature at all', `${encode({ alg: 'none' })}.${encode(claims)}.`, 'algorithm'],
    [
      'our public key used as a shared secret',
      `${hmacText}.${createHmac('sha256', publicPem).update(hmacText).digest('base64url')}`,
      'algorithm',
    ],
    ['a key nobody knows', tokenOf(claims, { alg: 'RS256', kid: 'k9' }), 'unknown key'],
    ['another key under a known name', tokenOf(claims, undefined, stranger.privateKey), 'signature'],
    ['a changed claim', changed.join('.'), 'signature'],
    ['another issuer', tokenOf({ ...claims, iss: 'https://id.example/' }), 'issuer'],
    ['another application', tokenOf({ ...claims, aud: 'other' }), 'audience'],
    [
      'several applications without ours named',
      tokenOf({ ...claims, aud: ['tamga', 'x'] }),
      'authorized party',
    ],
    ['an old token', tokenOf({ ...claims, exp: seconds - 61 }), 'expired'],
    ['a token without an end', tokenOf({ ...claims, exp: undefined }), 'expired'],
    ['a token of tomorrow', tokenOf({ ...claims, iat: seconds + 86_400 }), 'from the future'],
    ['another nonce', tokenOf({ ...claims, nonce: 'n-2' }), 'nonce'],
    ['no nonce', tokenOf({ ...claims, nonce: undefined }), 'nonce'],
    ['no subject', tokenOf({ ...claims, sub: '' }), 'subject'],
    ['no address', tokenOf({ ...claims, email: undefined }), 'no e-mail address'],
  ])('refuses %s', (_what, token, reason) => {
    expect(verifyIdToken(token, keys, expected)).toEqual({ ok: false, reason });
  });

  it('refuses a key that is too short to trust', () => {
    const token = tokenOf(claims, undefined, short.privateKey);
    expect(verifyIdToken(token, [jwkOf(short.publicKey, 'k1')], expected)).toMatchObject({
      reason: 'unknown key',
    });
  });
});
