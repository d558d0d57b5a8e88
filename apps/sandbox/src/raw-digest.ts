import { createECDH, type KeyObject, randomBytes } from 'node:crypto';

/** The order of the P-256 group (FIPS 186-5, SP 800-186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function toBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

function invert(value: bigint): bigint {
  let [a, b, x, y] = [value, ORDER, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return x < 0n ? x + ORDER : x;
}

/**
 * ECDSA over a given digest (FIPS 186-5 section 6.4.1), as r‖s. A PIN2 session sends a digest, and Node 24
 * always hashes its input (`crypto.signDigest` is proposed in nodejs/node#62345). OpenSSL does the point
 * multiplication; the arithmetic modulo the order uses BigInt and is not constant-time, which is acceptable
 * only for invented people.
 */
export function signRawDigest(privateKey: KeyObject, digest: Uint8Array): Buffer {
  if (digest.length !== 32) throw new Error('A P-256 signature takes a digest of 32 bytes.');
  const jwk = privateKey.export({ format: 'jwk' });
  if (jwk.crv !== 'P-256' || jwk.d === undefined) throw new Error('The key is not a P-256 private key.');
  const secret = toNumber(Buffer.from(jwk.d, 'base64url'));
  const message = toNumber(digest);
  for (;;) {
    const candidate = randomBytes(32);
    const nonce = toNumber(candidate);
    // Rejection instead of reduction: a biased nonce reveals the key after a few hundred signatures.
    if (nonce === 0n || nonce >= ORDER) continue;
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(candidate);
    const r = toNumber(curve.getPublicKey().subarray(1, 33)) % ORDER;
    const s = (invert(nonce) * ((message + r * secret) % ORDER)) % ORDER;
    if (r !== 0n && s !== 0n) return Buffer.concat([toBytes(r), toBytes(s)]);
  }
}
