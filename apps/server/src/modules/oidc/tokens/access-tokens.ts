import type { Directory } from '../applications/index.ts';
import { hashOf } from './store.ts';
import type { Tokens } from './tokens.ts';

/** An access token of an application, as it stands now. */
export interface AccessToken {
  readonly clientId: string;
  /** The person it speaks for; undefined for a token of the application itself. */
  readonly subject: string | undefined;
  /** As issued. Whether the application still holds a service's scope is asked of the directory of applications. */
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

export interface AccessTokens {
  /** Undefined for an unknown, expired or revoked token. Throws DatabaseUnavailable where nothing can tell. */
  read(token: string): Promise<AccessToken | undefined>;
}

const form = /^[A-Za-z0-9_-]{43}$/;

export function createAccessTokens(deps: {
  tokens: Tokens;
  directory: Directory;
  now: () => Date;
}): AccessTokens {
  return {
    read: async (token) => {
      if (!form.test(token)) return undefined;
      const row = await deps.tokens.load(hashOf(token));
      if (row === undefined || (row.kind !== 'AccessToken' && row.kind !== 'ClientCredentials'))
        return undefined;
      const expiresAt = new Date(row.expires_at);
      // A token bound to a key (RFC 9449) is worth nothing without the proof, which is asked for at /userinfo alone.
      if (expiresAt <= deps.now() || row.payload['jkt'] !== undefined) return undefined;
      const client = await deps.directory.client(row.client_id);
      if (client?.enabled !== true) return undefined;
      const scope = row.payload['scope'];
      return {
        clientId: row.client_id,
        subject: row.user_id ?? undefined,
        scopes: typeof scope === 'string' && scope !== '' ? scope.split(' ') : [],
        expiresAt,
      };
    },
  };
}
