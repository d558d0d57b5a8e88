import { isIP } from 'node:net';
import { isPublicAddress } from '../../kernel/security/address-guard.ts';

const longest = 1000;

/** RFC 6761, 6762, 8375 and the names that private networks give themselves. */
const privateNames =
  /(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa|test|example|invalid|onion)$/;

/**
 * Whether the server may be told to fetch an image from here: https, no credentials, and a host whose very name does
 * not lead inside. What a name resolves to is known only when it is fetched, and is checked again then.
 */
export function isFetchableImageUrl(text: string): boolean {
  // A tab, a line break or a backslash would be repaired by the parser and mean another address than it shows.
  if (text.length > longest || !/^https:\/\/[^\s\\\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  // The parser has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !privateNames.test(host);
}
