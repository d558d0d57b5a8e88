import { isIPv6 } from 'node:net';

/**
 * The subject that a limit counts: an IPv4 address, or the /64 network of an IPv6 address. A household or a
 * server owns a whole /64, so with single addresses one caller could pretend to be any number of callers.
 */
export function limitSubject(ip: string): string {
  // Checked first: most addresses are IPv4, and isIPv6 costs more than the rest of the limit.
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after] = (ip.toLowerCase().split('%', 1)[0] ?? '').split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after === undefined ? [] : after.split(':').filter(Boolean);
  const middle =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...middle, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
