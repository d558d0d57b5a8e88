import { isIP, isIPv6 } from 'node:net';
import { fail } from '../../kernel/http/errors.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { errors } from './errors.ts';

/**
 * Returns the canonical host. It uses the same parser as the later call, so that every notation of an address
 * (127.1, 2130706433, 0x7f.1) is recognised; a name is checked at connection time by the address it resolves
 * to.
 */
export function checkUpstreamHost(host: string, guard: AddressGuard, field: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const written = isIPv6(bare) ? `[${bare}]` : host;
  if (!isIPv6(bare) && !/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9.])?$/.test(host))
    fail(errors.invalid_host, { data: { field } });
  if (!URL.canParse(`http://${written}/`)) fail(errors.invalid_host, { data: { field } });
  const canonical = new URL(`http://${written}/`).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(canonical) !== 0 ? !guard.allows(canonical) : isLoopbackName(canonical) && !allowsLoopback(guard))
    fail(errors.private_address, { data: { field } });
  return canonical;
}

/** RFC 6761, 6.3: these names always resolve to loopback. */
function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost\.?$/.test(name);
}

function allowsLoopback(guard: AddressGuard): boolean {
  return guard.allows('127.0.0.1') || guard.allows('::1');
}
