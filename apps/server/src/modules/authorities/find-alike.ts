import { foldCase } from '../../kernel/http/language.ts';
import type { AuthorityName } from './schemas.ts';

/** A slip of the hand changes a letter or two. */
const mostEdits = 2;

/** Pairs whose names a person may have meant to be one; names of a few letters differ by more than a slip. */
export function findAlike(names: readonly AuthorityName[]): { one: AuthorityName; other: AuthorityName }[] {
  const folded = names.map((authority) => ({
    authority,
    key: foldCase(authority.name).replace(/\P{L}/gu, ''),
  }));
  return folded.flatMap(({ authority: one, key }, at) =>
    folded
      .slice(at + 1)
      .filter((other) => key.length > 2 * mostEdits && countEdits(key, other.key) <= mostEdits)
      .map(({ authority: other }) => ({ one, other })),
  );
}

/** Levenshtein distance; more than `mostEdits` is only known to be more. */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostEdits) return mostEdits + 1;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1)
      current.push(
        Math.min(
          (above[at] ?? 0) + 1,
          (current[at - 1] ?? 0) + 1,
          (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1),
        ),
      );
    if (Math.min(...current) > mostEdits) return mostEdits + 1;
    above = current;
  }
  return above[other.length] ?? 0;
}
