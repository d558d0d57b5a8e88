import { isIP } from 'node:net';
import { isPublicAddress } from '../../kernel/security/address-guard.ts';

const maxLength = 1000;

/** RFC 6761, 6762, 8375 and common names of private networks. */
const privateNames =
  /(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa|test|example|invalid|onion)$/;

/**
 * Whether the server may fetch an image from here (SSRF): https, no credentials, and a host name that is not
 * internal. The resolved address is checked again when it is fetched.
 */
export function isFetchableImageUrl(text: string): boolean {
  // The parser would repair a tab, a line break or a backslash into another address than the text shows.
  if (text.length > maxLength || !/^https:\/\/[^\s\\\p{Cc}]+$/u.test(text) || !URL.canParse(text))
    return false;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  // The parser has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !privateNames.test(host);
}
