/** The server reports `not_public`, because it knows the forbidden hosts. */
export type AddressFault = 'missing' | 'not_https' | 'not_public' | 'too_long';

export const ADDRESS_MAX_LENGTH = 1000;

/** Finds typing errors; the first signing shows whether the address leads to an image. */
export function findAddressFault(address: string): AddressFault | null {
  if (address === '') return 'missing';
  if (address.length > ADDRESS_MAX_LENGTH) return 'too_long';
  return /^https:\/\//i.test(address) && URL.canParse(address) ? null : 'not_https';
}

/** The content security policy blocks images of other sites, so only our own images are shown. */
export function isShownHere(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
