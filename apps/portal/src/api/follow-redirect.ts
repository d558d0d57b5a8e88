/** RFC 8252, 7.1: the scheme of an application on a device, in reverse-domain form. `javascript:` has no dot. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Where the server says the browser goes next: a web address or an application's own, and nothing that runs here. */
export function readRedirect(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' || PRIVATE_SCHEME.test(protocol) ? address : null;
}

export class RedirectRefused extends Error {
  override name = 'RedirectRefused';
}

/** A real load: the page stays as it is until the browser has left. */
export function followRedirect(address: string): void {
  const safe = readRedirect(address);
  if (safe === null) throw new RedirectRefused('the server named an address that is no place to go');
  window.location.assign(safe);
}
