import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { RegisteredChild } from './children-register-port.ts';
import { keepChildren } from './store.ts';

/** Keeps the whole answer: whom the register no longer names is no longer told. */
export const keepFamily = (
  database: Database,
  { userId, children, now }: { userId: string; children: readonly RegisteredChild[]; now: Date },
): Promise<void> =>
  database.transaction(systemIdentity, async (tx) => {
    await keepChildren(tx, { userId, civilIds: children.map(({ civilId }) => civilId), now });
  });
