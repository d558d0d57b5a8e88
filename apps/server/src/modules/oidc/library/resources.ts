import {
  type AccessToken,
  type ClientCredentials,
  type KoaContextWithOIDC,
  errors as oauth,
} from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { isToolScope, toolScopes } from '../../oauth-clients/index.ts';
import { findUser } from '../../users/index.ts';
import { mayGrantTools, splitScope } from './scopes.ts';

/** The scope of a client that uses the tools for itself (decision 20). */
const ownToolScope = 'svc:tools';

/** Resource indicators (RFC 8707): tokens for /mcp, and for nothing else. They stay opaque. */
export function resourceIndicators(tools: string) {
  return {
    enabled: true,
    // Older MCP clients do not send the resource; the scopes of the tools exist only there.
    defaultResource: async (ctx: KoaContextWithOIDC, _client: unknown, oneOf?: readonly string[]) => {
      if (oneOf !== undefined) return oneOf as string[];
      return splitScope(ctx.oidc.params?.['scope']).some(isToolScope) ? tools : undefined;
    },
    useGrantedResource: async () => true,
    getResourceServerInfo: async (ctx: KoaContextWithOIDC, resource: string) => {
      if (resource !== tools) throw new oauth.InvalidTarget('this server issues no tokens for that resource');
      const isOwn = ctx.oidc.params?.['grant_type'] === 'client_credentials';
      return {
        scope: isOwn ? ownToolScope : toolScopes.join(' '),
        audience: tools,
        accessTokenFormat: 'opaque' as const,
      };
    },
  };
}

/** The part of a grant that is for /mcp, in the library's form. */
export const resourceScopes = (tools: string, scopes: readonly string[]): Record<string, string> => ({
  [tools]: scopes.filter(isToolScope).join(' '),
});

/** A person who lost the role gets no further token; the tools check the role again at each call. */
export async function checkToolsPerson(
  database: Database,
  token: AccessToken | ClientCredentials,
): Promise<void> {
  if (token.kind !== 'AccessToken' || token.aud === undefined) return;
  const user = await findUser(database.reader(systemIdentity), token.accountId);
  if (user === undefined || !mayGrantTools(user.role_id))
    throw new oauth.AccessDenied('only administrators use the tools');
}
