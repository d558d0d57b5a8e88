import type { FindAccount } from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { type ClientDirectory, isOwner } from '../../oauth-clients/index.ts';
import { findUser } from '../../users/index.ts';
import { findLogin } from '../tokens/store.ts';
import { claimsOf, selectClaims } from './claims.ts';
import { storedIdOf } from './client-documents.ts';
import { keepSignIn, tamgaSessionOf } from './sign-ins.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds the person behind a session, code or token. With a token, the token was already found alive. Without
 * one the browser relies on an earlier sign-in, which must still be valid: after a sign-out, a disabled
 * account or revoked sessions the person must sign in again.
 */
export function accountFinder(deps: {
  database: Database;
  directory: ClientDirectory;
  now: () => Date;
}): FindAccount {
  const reader = deps.database.pipelined(systemIdentity);
  return async (ctx, id, token) => {
    // Known and unknown people look alike to CIBA; the phone proves the person later.
    if (ctx.oidc.route === 'backchannel_authentication')
      return { accountId: id, claims: async () => ({ sub: id }) };
    if (!uuid.test(id)) return undefined;
    if (token === undefined) {
      const sessionId = tamgaSessionOf(ctx);
      if (sessionId === undefined) return undefined;
      const login = await findLogin(reader, { sessionId, userId: id, now: deps.now() });
      if (login?.alive !== true) return undefined;
      keepSignIn(ctx, login);
    }
    const user = await findUser(reader, id);
    if (user === undefined || !user.active || user.deleted_at !== null) return undefined;
    const clientId = token?.clientId ?? ctx.oidc.client?.clientId;
    const client = clientId === undefined ? undefined : await deps.directory.client(storedIdOf(clientId));
    if (client?.stage === 'trial' && !(await isOwner(reader, client.id, id))) return undefined;
    const claims = claimsOf(user, client?.options.pairwise !== undefined);
    const idTokenClaims = client?.options.idTokenClaims ?? false;
    return {
      accountId: user.id,
      claims: async (use, _scope, requested) => ({
        ...selectClaims(claims, use, { idTokenClaims, requested }),
        sub: user.id,
      }),
    };
  };
}
