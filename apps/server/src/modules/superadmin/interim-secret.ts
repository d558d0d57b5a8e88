import { createHash, randomBytes } from 'node:crypto';

/** 32 hex characters that a person holds between two steps; only the hash is stored. */
export function createInterimSecret(): string {
  return randomBytes(16).toString('hex');
}

export function hashInterimSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Normalises an address, so that an invitation is found in any spelling of it. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
