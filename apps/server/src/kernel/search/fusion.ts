/** The weight drop between ranks; small, because lists are short. */
const rankOffset = 4;

/**
 * Reciprocal rank fusion: each way of searching gives a ranked list, a rank is worth its reciprocal, and what stands in
 * several lists gets the sum; between 0 and 1.
 */
export function fuseRanks<K>(lists: readonly (readonly K[])[]): Map<K, number> {
  const worth = new Map<K, number>();
  for (const list of lists)
    for (const [rank, key] of list.entries())
      worth.set(key, (worth.get(key) ?? 0) + (rankOffset + 1) / (rankOffset + 1 + rank) / lists.length);
  return worth;
}
