import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import type { ClientType } from './schemas.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252, 7.1: a scheme in reverse-domain form, so that it belongs to somebody and cannot be `javascript:`. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/{0,2}[^/]/;

/**
 * Whether people may be sent there with a code. Compared character for character later, so the rules look at the text
 * as given: what a URL parser would mend (backslashes, spaces, a missing slash) is refused.
 */
export function isRedirectUri(uri: string, type: ClientType): boolean {
  // Visible ASCII without the characters that are reinterpreted on the way or stand for "anything".
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

/** Where a person may be sent after signing out: the front doors of the places they may be sent to sign in. */
export function originsOf(redirectUris: readonly string[]): string[] {
  const origins = redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}

/** Hosts that an https address names; a loopback address or a private scheme names nobody. */
export function hostsOf(uris: readonly string[]): string[] {
  return [...new Set(uris.filter((uri) => uri.startsWith('https:')).map((uri) => new URL(uri).hostname))];
}
