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

/** How long an answer of the register counts for reading; an act asks again. As for organisations. */
const freshMs = 60_000;
const maxRemembered = 10_000;
const majority = 18;

/** Children under age whom the register names for a person; undefined while it is away. */
export interface Minors {
  /** By an answer of the last minute. */
  ofLate(userId: string): Promise<readonly RegisteredChild[] | undefined>;
  /** Asks: a former parent must not act for as long as an answer is kept. */
  now(userId: string): Promise<readonly RegisteredChild[] | undefined>;
}

export function createMinors({ database, now, children: register, onFailure }: ChildrenDeps): Minors {
  const remembered = new Map<string, { until: number; children: readonly RegisteredChild[] }>();

  const ask = async (userId: string): Promise<readonly RegisteredChild[]> => {
    const civilId = await findCivilId(database.reader(systemIdentity), userId);
    if (civilId === null || register === undefined) return [];
    const children = await register.childrenOf(civilId);
    const known = remembered.get(userId)?.children ?? [];
    const isKnown =
      known.map(({ civilId }) => civilId).join() === children.map(({ civilId }) => civilId).join();
    if (!isKnown) await keepFamily(database, { userId, children, now: now() });
    return children;
  };

  const askNow = async (userId: string): Promise<readonly RegisteredChild[] | undefined> => {
    const at = now();
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

  return {
    now: askNow,
    ofLate: async (userId) => {
      const at = now();
      const known = remembered.get(userId);
      // The age counts today, not when the register was asked.
      if (known !== undefined && known.until > at.getTime())
        return known.children.filter((child) => isMinor(child, at));
      return askNow(userId);
    },
  };
}

/** Days of this form sort by time: of age from the eighteenth birthday on. */
function isMinor({ bornOn }: RegisteredChild, now: Date): boolean {
  const today = localDay(now);
  return bornOn > `${Number(today.slice(0, 4)) - majority}${today.slice(4)}`;
}
