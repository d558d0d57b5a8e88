import { createHmac } from 'node:crypto';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import { localDay } from '../../kernel/local-day.ts';
import { reserveTokens, settleTokens } from './store.ts';

/** The subject of the sum of everybody. */
export const everybody = 'all';

export interface BudgetLimits {
  readonly perPerson: number;
  readonly perAddress: number;
  readonly perDay: number;
}

export interface BudgetDeps {
  readonly database: Database;
  readonly limits: BudgetLimits;
  /** Keys the hash of addresses. */
  readonly hashKey: string;
  readonly now: () => Date;
}

export type Spender = { readonly userId: string } | { readonly ip: string };

export interface Reservation {
  /** Replaces the reserved upper bound by what was used. */
  settle(used: number): Promise<void>;
}

export interface Budget {
  /** Undefined when the person, the address or the day has not that many left. */
  reserve(spender: Spender, tokens: number): Promise<Reservation | undefined>;
}

class Spent extends Error {}

/** Exact over all instances: an upper bound is taken before the model is asked, by conditional statements. */
export function createBudget({ database, limits, hashKey, now }: BudgetDeps): Budget {
  const subjectOf = (spender: Spender, day: string) =>
    'userId' in spender
      ? `user:${spender.userId}`
      : `address:${createHmac('sha256', hashKey)
          .update(`${day} ${limitSubject(spender.ip)}`)
          .digest('base64url')}`;
  return {
    reserve: async (spender, tokens) => {
      const day = localDay(now());
      const subject = subjectOf(spender, day);
      const limit = 'userId' in spender ? limits.perPerson : limits.perAddress;
      try {
        await database.transaction(systemIdentity, async (tx) => {
          // The row of everybody last: every answer locks it, and so for the shortest time.
          const isOwnLeft = await reserveTokens(tx, { day, subject, tokens, limit });
          if (!isOwnLeft) throw new Spent();
          const isLeft = await reserveTokens(tx, { day, subject: everybody, tokens, limit: limits.perDay });
          if (!isLeft) throw new Spent();
        });
      } catch (error) {
        if (error instanceof Spent) return undefined;
        throw error;
      }
      return {
        settle: async (used) => {
          const difference = Math.ceil(used) - tokens;
          if (difference === 0) return;
          // In the order of the reservation, or the two could wait for each other.
          const settling = database.transaction(systemIdentity, async (tx) => {
            await settleTokens(tx, { day, subject, difference });
            await settleTokens(tx, { day, subject: everybody, difference });
          });
          // An answer is worth more than its exact count: the upper bound then stays until midnight.
          await settling.catch(() => undefined);
        },
      };
    },
  };
}
