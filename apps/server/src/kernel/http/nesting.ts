/** Whether a value from JSON nests deeper than `levels`; what nests thousands deep ends the program that walks it. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}
