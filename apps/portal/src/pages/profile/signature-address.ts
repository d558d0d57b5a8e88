/** `not_public` is the server's finding: it knows which hosts it may not be sent to. */
export type AddressFault = 'missing' | 'not_https' | 'not_public' | 'too_long';

export const ADDRESS_MAX_LENGTH = 1000;

/** The slips a person makes; whether the address leads to an image is seen when something is signed. */
export function findAddressFault(address: string): AddressFault | null {
  if (address === '') return 'missing';
  if (address.length > ADDRESS_MAX_LENGTH) return 'too_long';
  return /^https:\/\//i.test(address) && URL.canParse(address) ? null : 'not_https';
}

/** Pages load nothing from other sites (the content security policy sees to it), so only our own images show. */
export function isShownHere(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
