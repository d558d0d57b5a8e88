/**
 * Upper bounds of the latency classes in milliseconds: class n holds calls above the previous bound up to
 * `latencyEnds[n]`, and one more class holds the rest. The ms_… columns are named after these bounds.
 */
export const latencyEnds = [
  1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750, 1000, 2000, 5000, 10_000, 30_000,
] as const;

/** The sum over a number of calls. */
export interface Figures {
  readonly requests: number;
  readonly rate_limited: number;
  /** The total over all calls. */
  readonly latency_ms: number;
  readonly slowest_ms: number;
  /** The number of calls in each latency class. */
  readonly took: readonly number[];
}

const none: Figures = {
  requests: 0,
  rate_limited: 0,
  latency_ms: 0,
  slowest_ms: 0,
  took: [...latencyEnds, 0].map(() => 0),
};

export function sumFigures(parts: readonly Figures[]): Figures {
  return parts.reduce(
    (sum, part) => ({
      requests: sum.requests + part.requests,
      rate_limited: sum.rate_limited + part.rate_limited,
      latency_ms: sum.latency_ms + part.latency_ms,
      slowest_ms: Math.max(sum.slowest_ms, part.slowest_ms),
      took: sum.took.map((count, at) => count + (part.took[at] ?? 0)),
    }),
    none,
  );
}

export function averageOf({ requests, latency_ms }: Figures): number {
  return requests === 0 ? 0 : Math.round(latency_ms / requests);
}

/**
 * An upper bound for the latency of this share of the calls, in whole milliseconds. Interpolated evenly
 * within a class, so the error is at most the width of the class, and never more than the slowest call.
 */
export function percentileOf({ requests, slowest_ms, took }: Figures, share: number): number {
  const rank = requests * share;
  let before = 0;
  for (const [at, count] of took.entries()) {
    if (count > 0 && before + count >= rank) {
      const least = latencyEnds[at - 1] ?? 0;
      const most = Math.min(latencyEnds[at] ?? slowest_ms, slowest_ms);
      return Math.round(least + ((most - least) * (rank - before)) / count);
    }
    before += count;
  }
  return 0;
}
