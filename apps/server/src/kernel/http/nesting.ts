/** Tells whether JSON nests deeper than `levels`; thousands of levels overflow the stack of a recursive walk. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}
