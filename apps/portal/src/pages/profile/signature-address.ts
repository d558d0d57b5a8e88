/** The server decides whether it may call the host; the first signing shows whether the address has an image. */
export function isWholeAddress(address: string): boolean {
  return /^https:\/\//i.test(address) && URL.canParse(address);
}

/** The content security policy blocks images of other sites, so only our own images are shown. */
export function isShownHere(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
