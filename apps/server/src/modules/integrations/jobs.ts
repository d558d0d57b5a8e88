import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { revokeQueue } from './connections.ts';
import type { Providers } from './provider-port.ts';
import {
  claimRevocations,
  postponeRevocation,
  type RevocationRow,
  removeRevocation,
} from './revocation-store.ts';
import { openTokens } from './sealed-tokens.ts';
import { deleteStale } from './store.ts';

export interface JobDeps {
  database: Database;
  keyring: Keyring;
  providers: Providers;
}

/** Longer than the calls of a batch may take, so that no other instance repeats them. */
const leaseMs = 10 * 60_000;
const firstDelayMs = 60_000;
const longestDelayMs = 6 * 3_600_000;
/** After this long the tokens are erased here without the provider's confirmation. */
const giveUpMs = 30 * 24 * 3_600_000;

export function integrationJobs(deps: JobDeps): readonly Job[] {
  const run: Job['run'] = async (_data, { now, log }) => {
    const db = deps.database.reader(systemIdentity);
    for (const row of await claimRevocations(db, { now, until: new Date(now.getTime() + leaseMs) })) {
      const outcome = await revoke(deps, row);
      if (outcome === 'done') {
        await removeRevocation(db, row.id);
        continue;
      }
      if (now.getTime() - Date.parse(row.created_at) > giveUpMs) {
        log.warn({ provider: row.provider }, 'a removed connection could not be revoked at its provider');
        await removeRevocation(db, row.id);
        continue;
      }
      const delayMs = Math.min(firstDelayMs * 2 ** (row.attempts - 1), longestDelayMs);
      await postponeRevocation(db, row.id, new Date(now.getTime() + delayMs));
    }
  };
  return [
    { name: revokeQueue, about: 'Revokes the tokens of a removed connection at its provider', run },
    {
      name: 'integrations.revoke_again',
      about: 'Repeats revocations that a provider did not confirm',
      schedule: '* * * * *',
      run,
    },
    {
      name: 'integrations.clean',
      about: 'Removes expired ways to a provider and back',
      schedule: '*/10 * * * *',
      run: async (_data, { now }) => {
        await deps.database.transaction(systemIdentity, (tx) => deleteStale(tx, now));
      },
    },
  ];
}

async function revoke({ keyring, providers }: JobDeps, row: RevocationRow): Promise<'done' | 'unavailable'> {
  const auth = providers[row.provider]?.auth;
  return auth === undefined ? 'unavailable' : auth.revoke(openTokens(keyring, row));
}
