import type { Limiter } from '../../../kernel/http/limits.ts';
import { type Limit, waitForTokenMs } from '../../../kernel/http/token-bucket.ts';

/** Wrong secrets of one client from one address. A right secret takes nothing. */
const perAddress: Limit = { group: 'client-secret', perMinute: 10, burst: 10 };
/** Wrong secrets of one client from everywhere; beyond it each address has a single try per minute. */
const perClient: Limit = { group: 'client-secret-all', perMinute: 100, burst: 200 };
const underAttack: Limit = { group: 'client-secret-slow', perMinute: 1, burst: 1 };
const attackMs = 60_000;
const maxBlocks = 50_000;

export interface SecretFailures {
  /** Seconds until this address may try again; undefined if it may now. */
  blockedFor(clientId: string, address: string): number | undefined;
  failed(clientId: string, address: string): Promise<void>;
}

/**
 * Slows guessing without locking the client out: an address is blocked only after its own failures, so the client
 * itself, elsewhere and with the right secret, is never refused. The counts are shared by all instances; a block is
 * kept by the instance that saw the failure.
 */
export function createSecretFailures(limiter: Limiter, now: () => Date): SecretFailures {
  const blockedUntil = new Map<string, number>();
  const attackedUntil = new Map<string, number>();
  const keep = (map: Map<string, number>, key: string, untilMs: number) => {
    if (map.size >= maxBlocks) map.clear();
    map.set(key, untilMs);
  };
  const keyOf = (clientId: string, address: string) => `${clientId}|${address}`;
  return {
    blockedFor: (clientId, address) => {
      const key = keyOf(clientId, address);
      const leftMs = (blockedUntil.get(key) ?? 0) - now().getTime();
      if (leftMs > 0) return Math.ceil(leftMs / 1000);
      blockedUntil.delete(key);
      return undefined;
    },
    failed: async (clientId, address) => {
      const nowMs = now().getTime();
      if (!(await limiter.take(perClient, clientId)).granted) keep(attackedUntil, clientId, nowMs + attackMs);
      const isAttacked = (attackedUntil.get(clientId) ?? 0) > nowMs;
      const limit = isAttacked ? underAttack : perAddress;
      const { tokens } = await limiter.take(limit, keyOf(clientId, address));
      const waitMs = waitForTokenMs(tokens, limit);
      if (waitMs > 0) keep(blockedUntil, keyOf(clientId, address), nowMs + waitMs);
    },
  };
}
