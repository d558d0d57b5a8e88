import type { ApplicationType } from '../../api/applications.ts';

export type UriFault =
  | 'missing'
  | 'not_address'
  | 'fragment'
  | 'wildcard'
  | 'characters'
  | 'user'
  | 'plain_http'
  | 'scheme';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/{0,2}[^/]/;

/** Checks the server's rules in advance and names the broken one; the server decides. */
export function findUriFault(uri: string, type: ApplicationType): UriFault | null {
  if (uri === '') return 'missing';
  if (uri.includes('#')) return 'fragment';
  if (uri.includes('*')) return 'wildcard';
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"`{}|^]/.test(uri)) return 'characters';
  if (!URL.canParse(uri)) return 'not_address';
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '') return 'user';
  if (/^https:\/\/[^/]/.test(uri)) return null;
  if (/^http:\/\/[^/]/.test(uri)) return LOOPBACK.includes(url.hostname) ? null : 'plain_http';
  return type === 'native' && PRIVATE_SCHEME.test(uri) ? null : 'scheme';
}
