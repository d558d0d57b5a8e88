import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ecKey } from '../../kernel/pki/test-pki.ts';
import { checkRawSignature } from './check-raw-signature.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const pair = ecKey();
const invalid = { ok: false, reason: 'signature_invalid' };

const digestOf = (data: Uint8Array) => createHash('sha256').update(data).digest();
const signatureOf = (data: Uint8Array, key = pair.privateKey) =>
  sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function check(
  digest: Uint8Array,
  value: Uint8Array,
  change: { key?: typeof pair.publicKey; hash?: string; algorithm?: string } = {},
) {
  return checkRawSignature({
    key: change.key ?? pair.publicKey,
    digest,
    signed: {
      value: Buffer.from(value).toString('base64'),
      signatureAlgorithm: change.algorithm ?? 'ecdsa',
      signatureAlgorithmParameters: { hashAlgorithm: change.hash ?? 'SHA-256' },
    },
  });
}

describe('the signature over a digest', () => {
  it('agrees with OpenSSL on its signatures over the same text, with any key', () => {
    for (let round = 0; round < 40; round += 1) {
      const { publicKey, privateKey } = ecKey();
      const data = randomBytes(round);
      expect(check(digestOf(data), signatureOf(data, privateKey), { key: publicKey })).toEqual({ ok: true });
    }
  });

  it('is valid only for that digest, key and value', () => {
    const data = randomBytes(50);
    const value = signatureOf(data);
    expect(check(digestOf(randomBytes(50)), value)).toEqual(invalid);
    expect(check(digestOf(data), value, { key: ecKey().publicKey })).toEqual(invalid);
    for (const at of [0, 31, 32, 63]) {
      const changed = Buffer.from(value);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(check(digestOf(data), changed)).toEqual(invalid);
    }
  });

  it('is over the digest itself, not over its hash', () => {
    const data = randomBytes(50);
    expect(check(digestOf(digestOf(data)), signatureOf(data))).toEqual(invalid);
    expect(check(digestOf(data), signatureOf(digestOf(data)))).toEqual(invalid);
  });

  it('is not valid for the opposite digest, which has the same x-coordinate halfway', () => {
    const data = randomBytes(50);
    expect(check(toBytes(ORDER - (toNumber(digestOf(data)) % ORDER)), signatureOf(data))).toEqual(invalid);
  });

  // FIPS 186-5 6.4.2 step 1: values outside 1…n−1 are invalid, whatever the arithmetic gives for them.
  it.each([
    ['r of zero', (_r: bigint, s: bigint) => [0n, s]],
    ['s of zero', (r: bigint) => [r, 0n]],
    ['both zero', () => [0n, 0n]],
    ['r of the order', (_r: bigint, s: bigint) => [ORDER, s]],
    ['s of the order', (r: bigint) => [r, ORDER]],
    ['the largest numbers', () => [2n ** 256n - 1n, 2n ** 256n - 1n]],
    ['r and s of one', () => [1n, 1n]],
  ])('refuses %s', (_what, change) => {
    const data = randomBytes(50);
    const value = signatureOf(data);
    const [r = 0n, s = 0n] = change(toNumber(value.subarray(0, 32)), toNumber(value.subarray(32)));
    expect(check(digestOf(data), Buffer.concat([toBytes(r), toBytes(s)]))).toEqual(invalid);
  });

  it('verifies the published vector of RFC 6979 A.2.5 (P-256, SHA-256, "sample")', () => {
    const key = ecFromPoint(
      '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
      '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
    );
    const value = Buffer.from(
      'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716' +
        'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
      'hex',
    );
    expect(check(digestOf(Buffer.from('sample')), value, { key })).toEqual({ ok: true });
    expect(check(digestOf(Buffer.from('test')), value, { key })).toEqual(invalid);
  });

  it('must have the requested algorithm, a P-256 key, and the right length', () => {
    const data = randomBytes(50);
    const value = signatureOf(data);
    for (const change of [{ hash: 'SHA-1' }, { hash: 'SHA-512' }, { algorithm: 'rsassa-pss' }])
      expect(check(digestOf(data), value, change)).toEqual({ ok: false, reason: 'algorithm_not_asked' });
    expect(check(randomBytes(31), value)).toEqual({ ok: false, reason: 'algorithm_not_asked' });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    for (const key of [ecKey('P-384').publicKey, rsa])
      expect(check(digestOf(data), value, { key })).toEqual({ ok: false, reason: 'key_does_not_fit' });
    expect(check(digestOf(data), value.subarray(1))).toEqual({ ok: false, reason: 'key_does_not_fit' });
    expect(check(digestOf(data), Buffer.concat([value, value]))).toEqual({
      ok: false,
      reason: 'key_does_not_fit',
    });
  });
});

function ecFromPoint(x: string, y: string) {
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
