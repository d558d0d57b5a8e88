import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import type { ClientType } from './schemas.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252, 7.1: a scheme in reverse-domain form has an owner and cannot be `javascript:`. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/{0,2}[^/]/;

/**
 * Whether a code may be sent there. URIs are later compared character by character, so the check sees the raw
 * text: anything that a URL parser would repair (backslashes, spaces, a missing slash) is rejected.
 */
export function isRedirectUri(uri: string, type: ClientType): boolean {
  // Visible ASCII without wildcards and characters that parsers reinterpret.
  if (uri.length > 400 || !/^[\x21-\x7e]+$/.test(uri) || /[#*\\<>"`{}|^]/.test(uri)) return false;
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '') return false;
  if (/^https:\/\/[^/]/.test(uri)) return true;
  if (/^http:\/\/[^/]/.test(uri)) return loopback.has(url.hostname);
  return type === 'native' && privateScheme.test(uri);
}

export function checkRedirectUris(uris: readonly string[], type: ClientType, field: string): string[] {
  uris.forEach((uri, at) => {
    if (!isRedirectUri(uri, type)) fail(errors.invalid_redirect_uri, { data: { field: `${field}.${at}` } });
  });
  return [...new Set(uris)];
}

/** The default post-logout redirect URIs. */
export function originsOf(redirectUris: readonly string[]): string[] {
  const origins = redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}

/** The hosts of https URIs; a loopback address or a private scheme has no owner. */
export function hostsOf(uris: readonly string[]): string[] {
  return [...new Set(uris.filter((uri) => uri.startsWith('https:')).map((uri) => new URL(uri).hostname))];
}
