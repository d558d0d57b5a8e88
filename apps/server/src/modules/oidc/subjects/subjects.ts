import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { Client } from '../../oauth-clients/index.ts';
import { findSalt, insertSalt } from './salt-store.ts';

export const saltPurpose = 'oidc.subject_salt';

/** The `sub` by which a client knows a person. */
export interface Subjects {
  of(client: Pick<Client, 'id' | 'options'>, userId: string): Promise<string>;
}

/**
 * A public subject is the account's id. A pairwise one is a keyed hash of the sector and that id (OpenID
 * Connect Core 8.1): two sectors cannot compare their people, and the hash does not reveal the account. The
 * salt is stored sealed instead of derived from the keyring, because keys rotate and subjects must not.
 */
export function createSubjects(deps: { database: Database; keyring: Keyring }): Subjects {
  const reader = deps.database.reader(systemIdentity);
  const load = async (): Promise<string> => {
    const kept = await findSalt(reader);
    if (kept !== undefined) return deps.keyring.open(kept.sealed, saltPurpose);
    await insertSalt(reader, deps.keyring.seal(randomBytes(32).toString('base64url'), saltPurpose));
    return load();
  };
  let salt: Promise<string> | undefined;
  const saltOnce = (): Promise<string> => {
    salt ??= load().catch((error: unknown) => {
      salt = undefined;
      throw error;
    });
    return salt;
  };
  return {
    of: async (client, userId) => {
      const { pairwise } = client.options;
      if (pairwise === undefined) return userId;
      // A client without an https address (a native program) is a separate sector.
      const sector = pairwise.host === null ? `client ${client.id}` : `host ${pairwise.host}`;
      return createHmac('sha256', await saltOnce())
        .update(`${sector}\n${userId}`)
        .digest('base64url');
    },
  };
}
