import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';

/** The catalogue's host name for the platform's own endpoints: it does not resolve, and no connection is made. */
export const platformHost = 'platform.internal';

/**
 * The platform's endpoints that applications reach as services, by scope: a scope outlives the name of its service.
 * The gateway leads to no other path, because callers behind it would escape the limits per address.
 */
const surfaces: ReadonlyMap<string, string> = new Map([
  ['svc:tools', '/api/v1/tools'],
  ['svc:eid-sign', '/rp/sign'],
  ['svc:eid-proxy', '/api/v1/eid'],
  ['svc:eid-org-proxy', '/api/v1/eid-org'],
]);

interface Address {
  readonly name: string;
  readonly scope: string;
  readonly host: string;
  readonly path: string;
}

export const isPlatformScope = (scope: string): boolean => surfaces.has(scope);

/** A trailing dot and labels in front belong to the same reserved name. */
const isReservedHost = (host: string): boolean => /(^|\.)platform\.internal\.*$/i.test(host);

/** Names differ by more than case, so one in capitals would block the surface itself. */
const isReservedName = (name: string): boolean => isPlatformScope(`svc:${name.toLowerCase()}`);

export const isPlatformSurface = ({ scope, host, path }: Omit<Address, 'name'>): boolean =>
  host === platformHost && surfaces.get(scope) === path;

/** The reserved host, names and scopes belong together, each scope with its one path and no other's name. */
export function checkPlatformSurface(address: Address): void {
  const { host, name, scope } = address;
  if (!isReservedHost(host) && !isPlatformScope(scope) && !isReservedName(name)) return;
  if (isReservedName(name) && scope !== `svc:${name}`)
    fail(errors.platform_address, { data: { field: 'name' } });
  if (!isPlatformSurface(address)) fail(errors.platform_address, { data: { field: 'host' } });
}
