import { roleIds } from '../../../kernel/http/actor.ts';
import type { Client } from '../../oauth-clients/index.ts';

/** The scopes in discovery. Upstream scopes (`svc:*`) are never listed. */
export const listedScopes = ['openid', 'offline_access', 'profile', 'email', 'nationalid'] as const;

/** Carries the request for offline access through PAR and the pages; see scopeChecker in policy.ts. */
export const offlineParameter = 'tamga_offline';
/** Its value if a request object was removed from the request; see provider.ts. */
export const refusedObject = 'request-object';

export function splitScope(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
}

/**
 * Any program on a device can claim a private-use scheme or a loopback port, so a native client always needs
 * a person's confirmation (RFC 8252, 8.6). An https address identifies the client.
 */
export function needsPerson(client: Client, redirectUri: unknown): boolean {
  return client.type === 'native' && !(typeof redirectUri === 'string' && redirectUri.startsWith('https:'));
}

/** The scopes of the tools are for administrators alone. */
export const mayGrantTools = (roleId: number): boolean => roleId <= roleIds.admin;
