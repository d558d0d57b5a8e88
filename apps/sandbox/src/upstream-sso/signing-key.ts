import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  jwk: Record<string, unknown>;
  sign(claims: Record<string, unknown>): string;
}

/** Created on first use: few tests need it, and generating a key takes time. */
export function createSigningKey(): () => SigningKey {
  let key: SigningKey | undefined;
  return () => {
    key ??= keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
    return key;
  };
}

function keyOf({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): SigningKey {
  const { n, e } = publicKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint is the key id.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    jwk: { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' },
    sign: (claims) => {
      const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}
