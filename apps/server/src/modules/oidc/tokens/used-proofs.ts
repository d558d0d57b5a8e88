import { batchCalls } from '../../../kernel/db/batch.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { addProofs, type NewProof } from '../library/state-store.ts';

/** Consumes a proof. False if any instance has seen it before. Concurrent proofs are stored in one batch. */
export function createUsedProofs(deps: {
  database: Database;
  keyring: Keyring;
  now: () => Date;
}): (proof: NewProof) => Promise<boolean> {
  const reader = deps.database.reader(systemIdentity);
  return batchCalls(2, async (proofs) => {
    const first = await addProofs(reader, deps.keyring, proofs, deps.now());
    // One batch may contain the same proof twice: the delete lets only one of them pass.
    return proofs.map(({ id }) => first.delete(id));
  });
}
