import type { KeyObject } from 'node:crypto';

export type RawSignatureCheck =
  | { ok: true }
  | { ok: false; reason: 'algorithm_not_asked' | 'key_does_not_fit' | 'signature_invalid' };

/** SP 800-186 3.2.1.3: the field, the order and the base point of P-256; a = −3. */
const FIELD = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const BASE: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  z: 1n,
};
const OCTETS = 32;

/** Jacobian coordinates: (x/z², y/z³); z = 0 is the point at infinity. */
interface Point {
  x: bigint;
  y: bigint;
  z: bigint;
}
const INFINITY: Point = { x: 1n, y: 1n, z: 0n };

/**
 * eid-protocol, Signature: «the raw ECDSA signature of that digest by the SIGN key». FIPS 186-5 6.4.2. Node
 * and WebCrypto hash every input that they verify (`crypto.verifyDigest` is proposed in nodejs/node#62345),
 * and a given digest has no text that they could hash, so the equation is computed here. All inputs are
 * public, so variable time leaks nothing.
 */
export function checkRawSignature(input: {
  key: KeyObject;
  digest: Uint8Array;
  signed: {
    value: string;
    signatureAlgorithm: string;
    signatureAlgorithmParameters: { hashAlgorithm: string };
  };
}): RawSignatureCheck {
  const { key, digest, signed } = input;
  // The protocol signs our digest: another hash algorithm means that another digest was signed.
  if (
    signed.signatureAlgorithm !== 'ecdsa' ||
    signed.signatureAlgorithmParameters.hashAlgorithm !== 'SHA-256' ||
    digest.length !== OCTETS
  )
    return { ok: false, reason: 'algorithm_not_asked' };
  const value = Buffer.from(signed.value, 'base64');
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1' || value.length !== 2 * OCTETS)
    return { ok: false, reason: 'key_does_not_fit' };
  return verifies(pointOf(key), digest, value) ? { ok: true } : { ok: false, reason: 'signature_invalid' };
}

function verifies(publicPoint: Point, digest: Uint8Array, value: Uint8Array): boolean {
  const r = toNumber(value.subarray(0, OCTETS));
  const s = toNumber(value.subarray(OCTETS));
  if (r === 0n || r >= ORDER || s === 0n || s >= ORDER) return false;
  const inverse = invert(s, ORDER);
  const u1 = modulo(toNumber(digest) * inverse, ORDER);
  const u2 = modulo(r * inverse, ORDER);
  const sum = addMultiples(u1, u2, publicPoint);
  if (sum.z === 0n) return false;
  const x = modulo(sum.x * invert(modulo(sum.z * sum.z, FIELD), FIELD), FIELD);
  return modulo(x, ORDER) === r;
}

/** OpenSSL has imported the key and refuses a point that is not on its curve. */
function pointOf(key: KeyObject): Point {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return { x: toNumber(Buffer.from(x, 'base64url')), y: toNumber(Buffer.from(y, 'base64url')), z: 1n };
}

/** u1·base + u2·point in one pass over the bits of both. */
function addMultiples(u1: bigint, u2: bigint, point: Point): Point {
  const both = add(BASE, point);
  let sum = INFINITY;
  for (let bit = BigInt(OCTETS * 8 - 1); bit >= 0n; bit -= 1n) {
    sum = double(sum);
    const [first, second] = [(u1 >> bit) & 1n, (u2 >> bit) & 1n];
    if (first && second) sum = add(sum, both);
    else if (first) sum = add(sum, BASE);
    else if (second) sum = add(sum, point);
  }
  return sum;
}

function double({ x, y, z }: Point): Point {
  const delta = modulo(z * z, FIELD);
  const gamma = modulo(y * y, FIELD);
  const beta = modulo(x * gamma, FIELD);
  const alpha = modulo(3n * (x - delta) * (x + delta), FIELD);
  const doubled = modulo(alpha * alpha - 8n * beta, FIELD);
  return {
    x: doubled,
    y: modulo(alpha * (4n * beta - doubled) - 8n * gamma * gamma, FIELD),
    z: modulo(2n * y * z, FIELD),
  };
}

function add(p: Point, q: Point): Point {
  if (p.z === 0n) return q;
  if (q.z === 0n) return p;
  const pz = modulo(p.z * p.z, FIELD);
  const qz = modulo(q.z * q.z, FIELD);
  const px = modulo(p.x * qz, FIELD);
  const py = modulo(p.y * q.z * qz, FIELD);
  const across = modulo(q.x * pz - px, FIELD);
  const up = modulo(q.y * p.z * pz - py, FIELD);
  if (across === 0n) return up === 0n ? double(p) : INFINITY;
  const square = modulo(across * across, FIELD);
  const cube = modulo(across * square, FIELD);
  const reach = modulo(px * square, FIELD);
  const x = modulo(up * up - cube - 2n * reach, FIELD);
  return { x, y: modulo(up * (reach - x) - py * cube, FIELD), z: modulo(across * p.z * q.z, FIELD) };
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function invert(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value, modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return modulo(x, modulus);
}
