import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SigningKey, signingKeyOf } from '../signing-key.ts';

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
