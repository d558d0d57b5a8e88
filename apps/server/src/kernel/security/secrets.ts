import { createHash, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** 256 random bits: a memory-hard hash would not make guessing harder and would slow every token request. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * The stored form of a secret. The hash is sealed with the keyring: without INTEGRATION_ENC_KEY a copy of the
 * database cannot test a guess, which matters for secrets that people chose, and the nightly job reseals it
 * after a key rotation, so that no secret is lost.
 */
export function sealSecret(keyring: Keyring, secret: string, purpose: string): string {
  return keyring.seal(hashSecret(secret).toString('base64url'), purpose);
}

export function openSealedHash(keyring: Keyring, sealed: string, purpose: string): Buffer {
  return Buffer.from(keyring.open(sealed, purpose), 'base64url');
}
