/** First parts of addresses that the server answers itself, in whatever way they are asked for. */
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
 * Whether an address of this site is a page. A navigation from a page of ours counts as our own, so that a link to the
 * sign-in page could otherwise make people read, call back or sign out by what stands after `next`.
 */
export function isPagePath(address: string): boolean {
  let path: string;
  try {
    // First as a browser resolves it, then as a router reads it.
    path = decodeURIComponent(new URL(address, 'http://page.invalid').pathname);
  } catch {
    return false;
  }
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  return !parts.includes('..') && !SERVED.has(parts[0]?.toLowerCase() ?? '');
}
