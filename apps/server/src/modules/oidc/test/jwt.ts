import { createPublicKey, type JsonWebKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { issuer } from './stage.ts';

export interface KeySet {
  keys: (JsonWebKey & { kid?: string })[];
}

export interface Jwt {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodeJwt(token: string): Jwt {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()));
  return { header, claims };
}

/** Verifies RS256 with the named key of a cached set, as a relying party does. */
export function verifyJwt(token: string, { keys }: KeySet): Jwt {
  const decoded = decodeJwt(token);
  const key = keys.find(({ kid }) => kid === decoded.header['kid']);
  if (key === undefined) throw new Error(`no key ${decoded.header['kid']} was published`);
  const at = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(at + 1), 'base64url');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  if (!verify('sha256', Buffer.from(token.slice(0, at)), publicKey, signature))
    throw new Error('the signature is wrong');
  return decoded;
}

/** A client assertion (RFC 7523), for tests that replay it or sign with another key. */
export function assertionFor(clientId: string, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now, exp: now + 60 };
  const text = `${part({ alg: 'ES256', kid: 'one' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
