import type { Bus } from '../../../kernel/bus/bus.ts';
import { createBusCache } from '../../../kernel/bus/bus-cache.ts';
import { batchCalls } from '../../../kernel/db/batch.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { userChanged } from '../../users/index.ts';
import { oidcChannel } from '../keys/keys.ts';
import { findToken, type NewToken, ownTokensInsert, type TokenRow } from './store.ts';

/** Access tokens, cached while the bus guarantees that revocations arrive. */
export interface Tokens {
  /** Stores a token that a client got for itself. */
  add(token: NewToken): Promise<void>;
  load(hash: Buffer): Promise<TokenRow | undefined>;
  /** Drops tokens that this instance revoked at once, before the bus delivers the message. */
  forgetToken(hash: Buffer): void;
  forgetGrant(grantId: string): void;
}

type Known = TokenRow | 'unknown';

export function createTokens(deps: { database: Database; bus: Bus }): Tokens {
  const reader = deps.database.pipelined(systemIdentity);
  const known = createBusCache<Known>(
    deps.bus,
    async (key) => (await findToken(reader, Buffer.from(key, 'base64url'))) ?? 'unknown',
  );
  const forgetGrant = (grantId: string) =>
    known.forgetWhere((row) => row !== 'unknown' && row.grant_id === grantId);
  deps.bus.on(oidcChannel, (payload) => {
    if (typeof payload['token'] === 'string') known.forget(payload['token']);
    if (typeof payload['grant_id'] === 'string') forgetGrant(payload['grant_id']);
  });
  deps.bus.on(userChanged, (payload) =>
    known.forgetWhere((row) => row !== 'unknown' && row.user_id === payload['user_id']),
  );
  return {
    add: batchCalls(2, async (tokens) => {
      await deps.database.reader(systemIdentity).run(ownTokensInsert(tokens));
      return tokens.map(() => undefined);
    }),
    load: async (hash) => {
      const row = await known.load(hash.toString('base64url'));
      return row === 'unknown' ? undefined : row;
    },
    forgetToken: (hash) => known.forget(hash.toString('base64url')),
    forgetGrant,
  };
}
