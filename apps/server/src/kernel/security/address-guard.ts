import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Why the server calls an address that somebody else chose. Each has its own list of private networks, because an
 * anonymous caller may name some of these addresses and only an administrator others.
 */
export const callPurposes = [
  'gateway',
  'applications',
  'client_documents',
  'webhooks',
  'relay',
  'logo',
  'revocation',
] as const;
export type CallPurpose = (typeof callPurposes)[number];

/** Decides which addresses the server may call for one purpose (SSRF). */
export interface AddressGuard<P extends CallPurpose = CallPurpose> {
  readonly purpose: P;
  /** True for a public address, or for one inside a network that the operator listed for this purpose. */
  allows(ip: string): boolean;
}

export type AddressGuards = { readonly [P in CallPurpose]: AddressGuard<P> };

export function createAddressGuards(allowed: Record<CallPurpose, readonly string[]>): AddressGuards {
  const guards = callPurposes.map((purpose) => [purpose, createAddressGuard(purpose, allowed[purpose])]);
  return Object.fromEntries(guards) as AddressGuards;
}

/**
 * IPv4 networks that are not public, by the IANA special-purpose registry (RFC 6890 and later). Link-local
 * contains the metadata service of most clouds; the last entry is the public address of one cloud's metadata
 * service.
 */
const closedV4 = networksOf([
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
  '168.63.129.16/32',
]);

/** The only IPv6 range that is routed publicly; loopback, link-local, unique local and multicast are outside it. */
const globalV6 = networksOf(['2000::/3']);
/**
 * Exceptions inside it: protocol assignments with Teredo, documentation, and 6to4, which embeds any IPv4
 * address.
 */
const closedV6 = networksOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export function createAddressGuard<P extends CallPurpose>(
  purpose: P,
  allowedNetworks: readonly string[],
): AddressGuard<P> {
  const allowed = networksOf(allowedNetworks);
  return {
    purpose,
    allows: (ip) => {
      const address = plainAddress(ip);
      return address !== undefined && (allowed.check(address, familyOf(address)) || isPublicAddress(address));
    },
  };
}

/** Checks the address as written; IPv4 inside IPv6 is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (!isIPv6(address)) return !closedV4.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}

/**
 * The address that a connection really reaches. IPv4 written as IPv6 (mapped or NAT64) is checked as IPv4, or
 * `::ffff:10.0.0.1` would pass every rule about 10.0.0.0/8. A zone id means a link-local address: never
 * public.
 */
function plainAddress(ip: string): string | undefined {
  if (isIP(ip) === 0 || ip.includes('%')) return undefined;
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  const prefix = groups.slice(0, 6).join(':');
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return ip;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, which the parser has already normalised. */
function groupsOf(ip: string): string[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(bits), family);
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
