import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { localDay } from '../../kernel/local-day.ts';
import {
  type ChildrenRegister,
  ChildrenRegisterError,
  type RegisteredChild,
} from './children-register-port.ts';
import { keepFamily } from './keep-family.ts';
import { findCivilId } from './store.ts';

export interface ChildrenDeps {
  database: Database;
  now: () => Date;
  /** Undefined without a state registry: nobody acts for a child then. */
  children: ChildrenRegister | undefined;
  onFailure: (error: ChildrenRegisterError) => void;
}

/** How long an answer of the register counts. */
const freshMs = 5 * 60_000;
const maxRemembered = 10_000;
const majority = 18;

/** Children under age whom the register names for a person now; undefined while it is away. */
export type MinorsOf = (userId: string) => Promise<readonly RegisteredChild[] | undefined>;

export function createMinors({ database, now, children: register, onFailure }: ChildrenDeps): MinorsOf {
  const remembered = new Map<string, { until: number; children: readonly RegisteredChild[] }>();

  const ask = async (userId: string): Promise<readonly RegisteredChild[]> => {
    const civilId = await findCivilId(database.reader(systemIdentity), userId);
    if (civilId === null || register === undefined) return [];
    const children = await register.childrenOf(civilId);
    if (children.length > 0) await keepFamily(database, { userId, children, now: now() });
    return children;
  };

  return async (userId) => {
    const at = now();
    const known = remembered.get(userId);
    // The age counts today, not when the register was asked.
    if (known !== undefined && known.until > at.getTime())
      return known.children.filter((child) => isMinor(child, at));
    try {
      const children = await ask(userId);
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(userId, { until: at.getTime() + freshMs, children });
      return children.filter((child) => isMinor(child, at));
    } catch (error) {
      if (!(error instanceof ChildrenRegisterError)) throw error;
      onFailure(error);
      return undefined;
    }
  };
}

/** Days of this form sort by time: of age from the eighteenth birthday on. */
function isMinor({ bornOn }: RegisteredChild, now: Date): boolean {
  const today = localDay(now);
  return bornOn > `${Number(today.slice(0, 4)) - majority}${today.slice(4)}`;
}
