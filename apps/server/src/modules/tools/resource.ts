import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { toolScopes } from '../oauth-clients/index.ts';

/** /mcp as an OAuth resource (RFC 9728). */
export interface ProtectedResource {
  readonly issuer: string;
  /** The audience of its tokens (RFC 8707). */
  readonly url: string;
  readonly metadataUrl: string;
}

const path = '/mcp';
const wellKnown = '/.well-known/oauth-protected-resource';

export const mcpUrl = (issuer: string): string => `${issuer}${path}`;

/** Undefined if this platform issues no tokens: then keys and sessions are the only credentials. */
export function protectedResource(issuer: string | undefined): ProtectedResource | undefined {
  if (issuer === undefined) return undefined;
  return { issuer, url: mcpUrl(issuer), metadataUrl: `${issuer}${wellKnown}${path}` };
}

/**
 * The WWW-Authenticate header of a 401. It asks for every scope at once, because the person chooses among them on
 * the consent page, and clients that refresh their token before asking for more would never get more.
 */
export function challengeOf(resource: ProtectedResource | undefined, wasGiven: boolean): string {
  const parts = [
    ...(wasGiven ? ['error="invalid_token"'] : []),
    ...(resource === undefined
      ? []
      : [`resource_metadata="${resource.metadataUrl}"`, `scope="${toolScopes.join(' ')}"`]),
  ];
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

/** The metadata at both addresses: older clients look only at the one without the path. */
export function resourceMounts(resource: ProtectedResource | undefined): readonly Mount[] {
  return [
    { id: 'root', at: wellKnown },
    { id: 'mcp', at: `${wellKnown}${path}` },
  ].map(({ id, at }) => ({
    id: `tools.resource.${id}`,
    methods: ['GET'],
    path: at,
    access: open('metadata that a client reads before it has a token'),
    summary: 'Where a client gets tokens for /mcp, and their scopes (RFC 9728)',
    handle: (_request, reply) => {
      const { url, issuer } = resource ?? fail(kernelErrors.not_found);
      // Browser-based clients read it from their own origin; it holds nothing secret.
      reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=3600');
      return {
        resource: url,
        authorization_servers: [issuer],
        scopes_supported: toolScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Tamga',
      };
    },
  }));
}
