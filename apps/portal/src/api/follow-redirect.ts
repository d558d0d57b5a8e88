/** RFC 8252, 7.1: the scheme of an app on a device, in reverse-domain form. `javascript:` has no dot. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/**
 * Accepts the server's next address only if it is a web address or an app's scheme, because a script address would
 * run in this page.
 */
export function readRedirect(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' || PRIVATE_SCHEME.test(protocol) ? address : null;
}

export class RedirectRefused extends Error {
  override name = 'RedirectRefused';
}

/** A full page load: the page stays unchanged until the browser has left. */
export function followRedirect(address: string): void {
  const safe = readRedirect(address);
  if (safe === null) throw new RedirectRefused('the server named an address that is no place to go');
  window.location.assign(safe);
}
