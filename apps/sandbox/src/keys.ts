import { generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto';

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' };

export function createKeyPem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function toCryptoKey(key: KeyObject): webcrypto.CryptoKey {
  return key.toCryptoKey(ECDSA_P256, true, ['sign']);
}
