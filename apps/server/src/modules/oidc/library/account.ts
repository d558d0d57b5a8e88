import type { Account, FindAccount } from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import { findUser, joinNames, type UserRow } from '../../users/index.ts';
import { findLogin } from '../tokens/store.ts';

/** The claims of each scope, both in the id_token and at /userinfo. */
export const claimsByScope = {
  openid: ['sub', 'auth_time', 'ge_id'],
  profile: ['name', 'given_name', 'family_name', 'given_name_en', 'family_name_en'],
  email: ['email', 'email_verified'],
  nationalid: ['national_id', 'register_number'],
};

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
      const sessionId = ctx.oidc.session?.amr?.[0];
      if (sessionId === undefined || !uuid.test(sessionId)) return undefined;
      const login = await findLogin(reader, { sessionId, userId: id, now: deps.now() });
      if (login?.alive !== true) return undefined;
    }
    const user = await findUser(reader, id);
    if (user === undefined || !user.active || user.deleted_at !== null) return undefined;
    const clientId = token?.clientId ?? ctx.oidc.client?.clientId;
    const client = clientId === undefined ? undefined : await deps.directory.client(clientId);
    return accountOf(user, client?.options.pairwise !== undefined);
  };
}

/** The library selects the claims that the granted scopes release. */
function accountOf(user: UserRow, isPairwise: boolean): Account {
  const claims = {
    sub: user.id,
    name: joinNames(user.last_name, user.first_name),
    given_name: user.first_name,
    family_name: user.last_name,
    given_name_en: user.first_name_en,
    family_name_en: user.last_name_en,
    // The same number for every client would let clients join pairwise subjects.
    ...(user.ge_id === null || isPairwise ? {} : { ge_id: user.ge_id }),
    // A relying party may match accounts by a verified address, so an address typed by an administrator is
    // unverified.
    ...(user.email === '' ? {} : { email: user.email, email_verified: user.email_verified }),
    ...(user.national_id === null ? {} : { national_id: user.national_id }),
    ...(user.civil_id === null ? {} : { register_number: user.civil_id }),
  };
  return { accountId: user.id, claims: async () => claims };
}
