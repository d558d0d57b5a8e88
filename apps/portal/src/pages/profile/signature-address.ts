/** The server decides whether it may call the host; whether an image is there shows when something is signed. */
export function isWholeAddress(address: string): boolean {
  return /^https:\/\//i.test(address) && URL.canParse(address);
}

/** Pages load nothing from other sites (the content security policy sees to it), so only our own images show. */
export function isShownHere(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
