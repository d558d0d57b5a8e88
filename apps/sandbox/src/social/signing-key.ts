import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SigningKey {
  jwk: JsonWebKey;
  signJwt(claims: Record<string, unknown>): string;
}

/** Stored in `social/key.pem`, so that a restart signs with the same key. */
export async function openSigningKey(dataDir: string): Promise<SigningKey> {
  const directory = join(dataDir, 'social');
  const path = join(directory, 'key.pem');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (pem !== undefined) return signingKeyOf(createPrivateKey(pem));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(`${path}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return signingKeyOf(privateKey);
}

function signingKeyOf(privateKey: KeyObject): SigningKey {
  const { n, e } = createPublicKey(privateKey).export({ format: 'jwk' });
  // RFC 7638: the thumbprint is the key id.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    jwk: { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' } as JsonWebKey,
    signJwt: (claims) => {
      const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}
