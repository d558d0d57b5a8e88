import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto';

export interface SigningKey {
  jwk: JsonWebKey & { kid: string };
  publicPem: string;
  /** A JWT with RS256; another `kid` than the key's own is a lie that a client must detect. */
  signJwt(claims: Record<string, unknown>, kid?: string): string;
}

/** Created on first use: few tests need it, and generating a key takes time. */
export function createSigningKey(): () => SigningKey {
  let key: SigningKey | undefined;
  return () => {
    key ??= signingKeyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    return key;
  };
}

export function signingKeyOf(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const { n, e } = publicKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint is the key id.
  const own = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return {
    jwk: { kty: 'RSA', n, e, kid: own, use: 'sig', alg: 'RS256' } as JsonWebKey & { kid: string },
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    signJwt: (claims, kid = own) =>
      writeJwt({ alg: 'RS256', typ: 'JWT', kid }, claims, (text) => sign('RSA-SHA256', text, privateKey)),
  };
}

/** The compact form of RFC 7515, 7.1. */
export function writeJwt(header: object, claims: object, signText: (text: Buffer) => Buffer): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${signText(Buffer.from(text)).toString('base64url')}`;
}
