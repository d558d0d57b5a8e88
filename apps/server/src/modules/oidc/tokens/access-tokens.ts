import type { Database } from '../../../kernel/db/database.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { type BoundRequest, checkProof } from './proofs.ts';
import { hashOf } from './store.ts';
import type { Tokens } from './tokens.ts';
import { createUsedProofs } from './used-proofs.ts';

/** An access token of an application, as it stands now. */
export interface AccessToken {
  readonly clientId: string;
  /** The person it speaks for; undefined for a token of the application itself. */
  readonly subject: string | undefined;
  /** The `sub` by which the application knows that person: all that a service of the gateway is told. */
  readonly sub: string | undefined;
  /** As issued. Whether the application still holds a service's scope is asked of the directory of applications. */
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  /** Thumbprint of the key it is bound to (RFC 9449): without proof of that key it is worth nothing. */
  readonly boundTo: string | undefined;
}

export interface AccessTokens {
  /**
   * A token that is worth something to whoever bears it: undefined for one that is unknown, expired, revoked or bound to
   * a key. Throws DatabaseUnavailable where nothing can tell.
   */
  read(token: string): Promise<AccessToken | undefined>;
  /** The same, and tokens that are bound to a key: whoever takes those must ask for the proof. */
  find(token: string): Promise<AccessToken | undefined>;
  /** What is wrong with the proof, or undefined. Uses it up: a second time it is wrong, on every instance. */
  prove(request: Omit<BoundRequest, 'address'> & { path: string }): Promise<string | undefined>;
}

const form = /^[A-Za-z0-9_-]{43}$/;

export function createAccessTokens(deps: {
  database: Database;
  keyring: Keyring;
  tokens: Tokens;
  directory: ClientDirectory;
  subjects: Subjects;
  /** Where callers see this platform; undefined where it issues no tokens. */
  origin: string | undefined;
  now: () => Date;
}): AccessTokens {
  const useProof = createUsedProofs(deps);
  const find: AccessTokens['find'] = async (token) => {
    if (!form.test(token)) return undefined;
    const row = await deps.tokens.load(hashOf(token));
    if (row === undefined || (row.kind !== 'AccessToken' && row.kind !== 'ClientCredentials'))
      return undefined;
    const expiresAt = new Date(row.expires_at);
    if (expiresAt <= deps.now()) return undefined;
    const client = await deps.directory.client(row.client_id);
    if (client?.enabled !== true) return undefined;
    const { scope, jkt } = row.payload;
    return {
      clientId: row.client_id,
      subject: row.user_id ?? undefined,
      sub: row.user_id === null ? undefined : await deps.subjects.of(client, row.user_id),
      scopes: typeof scope === 'string' && scope !== '' ? scope.split(' ') : [],
      expiresAt,
      boundTo: jkt === undefined ? undefined : String(jkt),
    };
  };
  return {
    find,
    read: async (token) => {
      const found = await find(token);
      return found?.boundTo === undefined ? found : undefined;
    },
    prove: async ({ path, ...request }) => {
      const checked = await checkProof({ ...request, address: `${deps.origin ?? ''}${path}` }, deps.now());
      if (checked.fault !== undefined) return checked.fault;
      const id = `${request.boundTo} ${checked.jti}`;
      const isFirst = await useProof({ id, expiresAt: checked.usableUntil });
      return isFirst ? undefined : 'the proof was used before';
    },
  };
}
