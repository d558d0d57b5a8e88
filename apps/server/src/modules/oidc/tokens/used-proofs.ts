import { batchCalls } from '../../../kernel/db/batch.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { addProofs, type NewProof } from '../library/state-store.ts';

/** Uses a proof up. False when it was used before, on whichever instance. Those that come at once are stored together. */
export function createUsedProofs(deps: {
  database: Database;
  keyring: Keyring;
  now: () => Date;
}): (proof: NewProof) => Promise<boolean> {
  const reader = deps.database.reader(systemIdentity);
  return batchCalls(2, async (proofs) => {
    const first = await addProofs(reader, deps.keyring, proofs, deps.now());
    // The same proof may be there twice in one batch: taking it out lets one of them pass.
    return proofs.map(({ id }) => first.delete(id));
  });
}
