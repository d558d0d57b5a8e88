import { createHash, randomBytes } from 'node:crypto';

/** 32 hex: what a person holds between two steps. Only its hash is kept. */
export function createInterimSecret(): string {
  return randomBytes(16).toString('hex');
}

export function hashInterimSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** One spelling of an address, so that an invitation is found however its owner types it. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
