import { isIPv6 } from 'node:net';

/**
 * Whom a limit counts: an IPv4 address, or the network of an IPv6 one. A household or a server is given a whole /64,
 * so single addresses of it would be as many callers as somebody cares to invent.
 */
export function limitSubject(ip: string): string {
  // Looked at first: most addresses are IPv4, and the full question costs more than the rest of the limit.
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after === undefined ? [] : after.split(':').filter(Boolean);
  const middle =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...middle, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
