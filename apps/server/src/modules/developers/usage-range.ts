import { strict, Type } from '../../kernel/http/schemas.ts';

export const UsageQuery = strict({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 7 })),
});

export interface UsageRange {
  from: Date;
  to: Date;
  bucketSeconds: number;
}

const hourSeconds = 3600;

/** Aligned buckets that end with the current one: hours for a day, quarters of a day for a week, then days. */
export function usageRange(days: number, now: Date): UsageRange {
  const bucketSeconds = days === 1 ? hourSeconds : days <= 7 ? 6 * hourSeconds : 24 * hourSeconds;
  const bucketMs = bucketSeconds * 1000;
  const to = new Date((Math.floor(now.getTime() / bucketMs) + 1) * bucketMs);
  return { from: new Date(to.getTime() - days * 24 * hourSeconds * 1000), to, bucketSeconds };
}
