import { isIPv4, isIPv6 } from 'node:net';
import { networksOf } from './address-guard.ts';

const mostKnown = 10_000;

/**
 * Decides whether forwarded headers from this address count; answers are cached, because each request asks
 * about the same few proxies and callers.
 */
export function trustProxies(networks: readonly string[]): false | ((address: string) => boolean) {
  if (networks.length === 0) return false;
  const trusted = networksOf(networks);
  const known = new Map<string, boolean>();
  return (address) => {
    const kept = known.get(address);
    if (kept !== undefined) return kept;
    const answer = address.includes(':')
      ? isIPv6(address) && trusted.check(address, 'ipv6')
      : isIPv4(address) && trusted.check(address, 'ipv4');
    if (known.size >= mostKnown) known.clear();
    known.set(address, answer);
    return answer;
  };
}
