import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { ChildrenDeps } from './children.ts';
import { type ChildrenRegister, ChildrenRegisterError } from './children-register-port.ts';
import { keepFamily } from './keep-family.ts';
import { findChildrenCheck, findPersonCivilId } from './store.ts';

/** A child is born or adopted less often than this. */
const freshMs = 3_600_000;
const maxKnown = 10_000;

/** Keeps whom the register names as the officer's children; `conflict_owners` in the database hides their cases. */
export type KnowFamily = (officerId: string) => Promise<void>;

/** The last answer counts while the register is away; an officer about whom it never answered waits. */
export function createFamily({ database, now, children: register, onFailure }: ChildrenDeps): KnowFamily {
  const known = new Map<string, number>();
  return async (officerId) => {
    const at = now();
    const isFresh = (checked: number | undefined) =>
      checked !== undefined && checked > at.getTime() - freshMs;
    if (register === undefined || isFresh(known.get(officerId))) return;
    const db = database.reader(systemIdentity);
    const kept = await findChildrenCheck(db, officerId);
    if (!isFresh(kept?.getTime())) {
      try {
        await askRegister({ database, children: register }, officerId, at);
      } catch (error) {
        if (!(error instanceof ChildrenRegisterError)) throw error;
        onFailure(error);
        if (kept === undefined) fail(kernelErrors.acting_unconfirmed);
        return;
      }
    }
    if (known.size >= maxKnown) known.clear();
    known.set(officerId, isFresh(kept?.getTime()) ? Number(kept) : at.getTime());
  };
}

/** Asks about a person who may be told about a child; the last answer counts while the register is away. */
export function createParents({ database, children, onFailure }: ChildrenDeps) {
  return async (userId: string, now: Date): Promise<void> => {
    if (children === undefined) return;
    await askRegister({ database, children }, userId, now).catch((error: unknown) => {
      if (!(error instanceof ChildrenRegisterError)) throw error;
      onFailure(error);
    });
  };
}

async function askRegister(
  { database, children: register }: { database: Database; children: ChildrenRegister },
  userId: string,
  now: Date,
): Promise<void> {
  const civilId = await findPersonCivilId(database.reader(systemIdentity), userId);
  const children = civilId === null ? [] : await register.childrenOf(civilId);
  await keepFamily(database, { userId, children, now });
}
