/** First path segments that the server answers itself, for every method. */
const SERVED = new Set([
  '.well-known',
  'api',
  'assets',
  'gw',
  'health',
  'mcp',
  'oauth2',
  'ready',
  'rp',
  'sso',
  'swagger',
  'userinfo',
]);

/**
 * True if an address of this site is a page. A navigation from our own page counts as same-origin, so without this
 * check a link to the sign-in page could use `next` to make people read data, finish a callback or sign out.
 */
export function isPagePath(address: string): boolean {
  let path: string;
  try {
    // First resolve as a browser does, then decode as a router does.
    path = decodeURIComponent(new URL(address, 'http://page.invalid').pathname);
  } catch {
    return false;
  }
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  return !parts.includes('..') && !SERVED.has(parts[0]?.toLowerCase() ?? '');
}
