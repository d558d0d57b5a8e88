import { fail } from '../../kernel/http/errors.ts';
import { createLeases, type Leases } from '../../kernel/http/leases.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import { reportTaken } from '../../kernel/http/rate-headers.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { Client } from '../oauth-clients/index.ts';
import { errors } from './errors.ts';
import { leaseQuota, type QuotaReader } from './store.ts';

export type QuotaLeases = Leases<{ clientId: string; day: string; limit: number }>;

export interface AllowanceDeps {
  limiter: Limiter;
  quota: QuotaLeases;
  now: () => Date;
}

export interface Allowance {
  /** Counts one call and sets the rate limit headers, whatever the answer will be. */
  takeRate(client: Client, reply: { header(name: string, value: string): unknown }): Promise<void>;
  takeQuota(client: Client): Promise<void>;
}

const limits = new WeakMap<Client['limits'], Limit>();

export function limitOf({ limits: terms }: Client): Limit {
  let limit = limits.get(terms);
  if (limit === undefined) {
    limit = { group: 'gateway', perMinute: terms.perMinute, burst: terms.burst };
    limits.set(terms, limit);
  }
  return limit;
}

export function createAllowance({ limiter, quota, now }: AllowanceDeps): Allowance {
  return {
    takeRate: async (client, reply) => {
      const limit = limitOf(client);
      const asked = limiter.take(limit, client.id);
      const taken = asked instanceof Promise ? await asked : asked;
      reportTaken(reply, limit, taken, now());
    },
    takeQuota: async ({ id, limits: { dailyQuota } }) => {
      if (dailyQuota === null) return;
      const at = now();
      const day = dayOf(at);
      const asked = quota.take(`${id}|${day}`, { clientId: id, day, limit: dailyQuota });
      const { granted } = asked instanceof Promise ? await asked : asked;
      if (!granted)
        fail(errors.daily_quota_reached, {
          retryAfterSeconds: Math.ceil((nextDay(at).getTime() - at.getTime()) / 1000),
        });
    },
  };
}

export function createQuotaLeases(db: QuotaReader): QuotaLeases {
  return createLeases({
    take: (_key, terms, demand, extra) => leaseQuota(db, terms, demand, extra),
    giveBack: (_key, terms, count) => leaseQuota(db, terms, -count, 0),
    // Short, because an administrator may raise the quota at any moment.
    emptyForMs: () => 1000,
  });
}

export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
