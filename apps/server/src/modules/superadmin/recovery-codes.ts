import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const count = 10;

/** Ten codes of forty bits, `XXXX-XXXX`: shown once, each good once. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const text = new Secret({ size: 5 }).base32;
    return `${text.slice(0, 4)}-${text.slice(4)}`;
  });
}

/**
 * The account is part of the hash, so that a set copied to another account opens nothing. A slow hash would buy
 * nothing: the set is sealed, and whoever can open the seal holds the TOTP secret beside it.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId}|${plain}`).digest('base64url');
}

/** The codes that are left after this one was used; undefined when it is none of them. */
export function useRecoveryCode(
  hashes: readonly string[],
  userId: string,
  code: string,
): readonly string[] | undefined {
  const hash = hashRecoveryCode(userId, code);
  return hashes.includes(hash) ? hashes.filter((kept) => kept !== hash) : undefined;
}
