import type { Taken } from './token-bucket.ts';

/** Takes many small amounts from one shared count in few round trips. */
export interface Leases<Terms> {
  take(key: string, terms: Terms): Taken | Promise<Taken>;
  /** Tokens leased to this instance, not yet used. */
  held(key: string): number;
  /** Returns all leased tokens. */
  stop(): Promise<void>;
}

export interface LeaseSource<Terms> {
  /** Takes `demand`, or as much of it as there is, and up to `extra` more while plenty is left. */
  take(
    key: string,
    terms: Terms,
    demand: number,
    extra: number,
  ): Promise<{ granted: number; remaining: number }>;
  giveBack(key: string, terms: Terms, count: number): Promise<unknown>;
  /** The time for which an empty count certainly stays empty. */
  emptyForMs(terms: Terms, remaining: number): number;
}

interface Lease<Terms> {
  terms: Terms;
  held: number;
  remaining: number;
  takenAtMs: number;
  extra: number;
  emptyUntilMs: number;
  asking: boolean;
  waiting: { resolve: (taken: Taken) => void; reject: (error: unknown) => void }[];
}

/** Lifetime of a lease: unused tokens go back, because another instance may need them. */
const lifeMs = 500;
const largestExtra = 64;
const longestRefusalMs = 1000;
const forgottenAfterMs = 60_000;

/**
 * Never grants too much: every granted token was taken from the shared count before. Concurrent calls share
 * one query; a count in constant use is leased a block ahead, and near its end token by token, so that no call
 * is refused here while another instance holds unused tokens.
 */
export function createLeases<Terms>(
  source: LeaseSource<Terms>,
  monotonicMs: () => number = () => performance.now(),
): Leases<Terms> {
  const leases = new Map<string, Lease<Terms>>();
  let stopped = false;

  const giveBack = (key: string, lease: Lease<Terms>): Promise<unknown> => {
    const { held } = lease;
    lease.held = 0;
    lease.extra = 0;
    return held === 0 ? Promise.resolve() : source.giveBack(key, lease.terms, held).catch(() => undefined);
  };
  const sweep = setInterval(() => {
    const nowMs = monotonicMs();
    for (const [key, lease] of leases) {
      if (lease.asking) continue;
      if (nowMs - lease.takenAtMs > lifeMs) void giveBack(key, lease);
      if (nowMs - lease.takenAtMs > forgottenAfterMs) leases.delete(key);
    }
  }, lifeMs);
  sweep.unref();

  const ask = async (key: string, lease: Lease<Terms>): Promise<void> => {
    lease.asking = true;
    while (lease.waiting.length > 0) {
      const batch = lease.waiting.splice(0);
      const usedUpInTime = monotonicMs() - lease.takenAtMs <= lifeMs;
      lease.extra = usedUpInTime && !stopped ? Math.min(largestExtra, Math.max(1, lease.extra * 2)) : 0;
      try {
        const { granted, remaining } = await source.take(key, lease.terms, batch.length, lease.extra);
        const nowMs = monotonicMs();
        const given = Math.min(granted, batch.length);
        lease.held += granted - given;
        lease.remaining = remaining;
        lease.takenAtMs = nowMs;
        if (given < batch.length)
          lease.emptyUntilMs =
            nowMs + Math.min(longestRefusalMs, source.emptyForMs(lease.terms, lease.remaining));
        const tokens = remaining + lease.held;
        for (const [at, { resolve }] of batch.entries()) resolve({ granted: at < given, tokens });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    lease.asking = false;
  };

  return {
    take: (key, terms) => {
      const nowMs = monotonicMs();
      let lease = leases.get(key);
      if (lease === undefined) {
        const never = Number.NEGATIVE_INFINITY;
        lease = {
          terms,
          held: 0,
          remaining: 0,
          takenAtMs: never,
          extra: 0,
          emptyUntilMs: never,
          asking: false,
          waiting: [],
        };
        leases.set(key, lease);
      }
      lease.terms = terms;
      if (lease.held > 0) {
        lease.held -= 1;
        return { granted: true, tokens: lease.remaining + lease.held };
      }
      if (nowMs < lease.emptyUntilMs) return { granted: false, tokens: lease.remaining };
      const { waiting } = lease;
      const answer = new Promise<Taken>((resolve, reject) => waiting.push({ resolve, reject }));
      if (!lease.asking) void ask(key, lease);
      return answer;
    },
    held: (key) => leases.get(key)?.held ?? 0,
    stop: async () => {
      stopped = true;
      clearInterval(sweep);
      await Promise.all([...leases].map(([key, lease]) => giveBack(key, lease)));
    },
  };
}
