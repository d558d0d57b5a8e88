/** In groups of four, as one reads and types it. */
export function groupSecret(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? [];
}
