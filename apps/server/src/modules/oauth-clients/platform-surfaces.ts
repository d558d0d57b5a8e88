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
  readonly scope: string;
  readonly host: string;
  readonly path: string;
}

export const isPlatformScope = (scope: string): boolean => surfaces.has(scope);

/** A trailing dot and labels in front belong to the same reserved name. */
const isReservedHost = (host: string): boolean => /(^|\.)platform\.internal\.*$/i.test(host);

export const isPlatformSurface = ({ scope, host, path }: Address): boolean =>
  host === platformHost && surfaces.get(scope) === path;

/** The reserved host and the reserved scopes belong together, each scope with its one path. */
export function checkPlatformSurface(address: Address): void {
  if (!isReservedHost(address.host) && !isPlatformScope(address.scope)) return;
  if (!isPlatformSurface(address)) fail(errors.platform_address, { data: { field: 'host' } });
}
