import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const count = 10;

/** Ten codes of forty bits, `XXXX-XXXX`: shown once, each valid once. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const text = new Secret({ size: 5 }).base32;
    return `${text.slice(0, 4)}-${text.slice(4)}`;
  });
}

/**
 * The hash includes the account, so that a set copied to another account is useless. A slow hash would add
 * nothing: the set is sealed, and an attacker who can open it also has the TOTP secret beside it.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId}|${plain}`).digest('base64url');
}

/** The remaining codes after this one was used; undefined when it does not match. */
export function useRecoveryCode(
  hashes: readonly string[],
  userId: string,
  code: string,
): readonly string[] | undefined {
  const hash = hashRecoveryCode(userId, code);
  return hashes.includes(hash) ? hashes.filter((kept) => kept !== hash) : undefined;
}
