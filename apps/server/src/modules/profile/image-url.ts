import { BlockList, isIP } from 'node:net';

const longest = 1000;

/** RFC 6890 and its registries: networks that are not the public internet. */
const notPublic4 = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  addNetwork(notPublic4, network, 'ipv4');

/** Only global unicast is public, without what carries an IPv4 address inside: it could be a private one. */
const global6 = new BlockList();
addNetwork(global6, '2000::/3', 'ipv6');
const notPublic6 = new BlockList();
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  addNetwork(notPublic6, network, 'ipv6');

function addNetwork(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}

/** Whether an address belongs to the public internet; signing asks it of what a name resolved to. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

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
