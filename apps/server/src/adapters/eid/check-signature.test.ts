import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ecKey, signEcdsa } from '../../kernel/pki/test-pki.ts';
import type { SignedPart } from './check-answer-shape.ts';
import { acspPayload, checkSignature } from './check-signature.ts';

const party = { scheme: 'mn-eid', rpName: 'Тамга' };
const session = {
  rpChallenge: randomBytes(64).toString('base64'),
  interactions: Buffer.from('[{"type":"displayTextAndPIN","displayText60":"x"}]').toString('base64'),
  callbackUrl: 'https://portal.test/back',
};
const parts = {
  serverRandom: randomBytes(32).toString('base64'),
  userChallenge: randomBytes(32).toString('base64url'),
  flowType: 'QR' as const,
};
const payload = acspPayload(party, session, parts, 'displayTextAndPIN');

function signedWith(value: string, signatureAlgorithm = 'ecdsa', hashAlgorithm = 'SHA-256'): SignedPart {
  return { ...parts, value, signatureAlgorithm, signatureAlgorithmParameters: { hashAlgorithm } };
}

function check(privateKey: KeyObject, signed: SignedPart, change: Partial<typeof session> = {}) {
  return checkSignature({
    key: createPublicKey(privateKey),
    party,
    session: { ...session, ...change },
    signed,
    interactionTypeUsed: 'displayTextAndPIN',
  });
}

describe('the ACSP_V2 signature', () => {
  it('covers the eleven parts in the order of the protocol', () => {
    expect(payload.split('|')).toEqual([
      'mn-eid',
      'ACSP_V2',
      parts.serverRandom,
      session.rpChallenge,
      parts.userChallenge,
      '0KLQsNC80LPQsA==',
      '',
      expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      'displayTextAndPIN',
      'https://portal.test/back',
      'QR',
    ]);
  });

  it('verifies for each curve and hash at least as strong as the requested one', () => {
    for (const curve of ['P-256', 'P-384', 'P-521']) {
      const { privateKey } = ecKey(curve);
      for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) {
        const value = signEcdsa(payload, privateKey, hash.replace('-', '').toLowerCase());
        expect(check(privateKey, signedWith(value, 'ecdsa', hash))).toEqual({ ok: true });
      }
    }
  });

  it('verifies as RSASSA-PSS with a salt as long as the digest', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pss = (saltLength: number) =>
      sign('sha512', Buffer.from(payload), {
        key: privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength,
      }).toString('base64');
    expect(check(privateKey, signedWith(pss(64), 'rsassa-pss', 'SHA-512'))).toEqual({ ok: true });
    expect(check(privateKey, signedWith(pss(0), 'rsassa-pss', 'SHA-512'))).toEqual({
      ok: false,
      reason: 'signature_invalid',
    });
  });

  it('verifies only for our challenge, interactions and callback', () => {
    const { privateKey } = ecKey();
    const signed = signedWith(signEcdsa(payload, privateKey));
    for (const change of [
      { rpChallenge: randomBytes(64).toString('base64') },
      { interactions: Buffer.from('[]').toString('base64') },
      { callbackUrl: 'https://elsewhere.test/back' },
    ])
      expect(check(privateKey, signed, change)).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it('does not verify when the provider changes a part afterwards', () => {
    const { privateKey } = ecKey();
    const signed = signedWith(signEcdsa(payload, privateKey));
    for (const change of [
      { flowType: 'Web2App' as const },
      { serverRandom: randomBytes(32).toString('base64') },
      { userChallenge: randomBytes(32).toString('base64url') },
    ])
      expect(check(privateKey, { ...signed, ...change })).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it("does not verify for another person's key", () => {
    const value = signEcdsa(payload, ecKey().privateKey);
    expect(check(ecKey().privateKey, signedWith(value))).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it('does not verify when r and s are zero', () => {
    const zero = Buffer.alloc(64).toString('base64');
    expect(check(ecKey().privateKey, signedWith(zero))).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it('is refused with an algorithm that is unknown or weaker than requested', () => {
    const { privateKey } = ecKey();
    const weak = signedWith(signEcdsa(payload, privateKey, 'sha1'), 'ecdsa', 'SHA-1');
    expect(check(privateKey, weak)).toEqual({ ok: false, reason: 'algorithm_not_asked' });
    for (const word of ['none', 'rsassa-pkcs1-v1_5', 'toString']) {
      expect(check(privateKey, signedWith(signEcdsa(payload, privateKey), word))).toEqual({
        ok: false,
        reason: 'algorithm_not_asked',
      });
    }
    expect(check(privateKey, signedWith(signEcdsa(payload, privateKey), 'ecdsa', 'constructor'))).toEqual({
      ok: false,
      reason: 'algorithm_not_asked',
    });
  });

  it('is refused when key and algorithm do not match', () => {
    const { privateKey } = ecKey();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    const other = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
    const value = signEcdsa(payload, privateKey);
    const misfit = { ok: false, reason: 'key_does_not_fit' };
    expect(check(rsa, signedWith(value))).toEqual(misfit);
    expect(check(privateKey, signedWith(value, 'rsassa-pss'))).toEqual(misfit);
    expect(check(small, signedWith(value, 'rsassa-pss'))).toEqual(misfit);
    expect(check(other, signedWith(signEcdsa(payload, other)))).toEqual(misfit);
    const der = sign('sha256', Buffer.from(payload), privateKey).toString('base64');
    expect(check(privateKey, signedWith(der))).toEqual(misfit);
  });

  it('is refused when the phone showed another kind of screen', () => {
    const { privateKey } = ecKey();
    const word = 'confirmationMessage';
    const signed = signedWith(signEcdsa(acspPayload(party, session, parts, word), privateKey));
    const key = createPublicKey(privateKey);
    expect(checkSignature({ key, party, session, signed, interactionTypeUsed: word })).toEqual({
      ok: false,
      reason: 'other_interaction',
    });
  });
});
