import type { uiWords } from '../words.ts';
import type { Fault } from './check-body.ts';

export type FaultWords = (typeof uiWords)['mn']['fault'];

/** The field of the page that a path leads to: `items` for `items.0.name`. */
export const rootOf = (path: string): string => path.split('.')[0] ?? path;

/** The words of each wrong field, by its path; a hint replaces the common words for a value that does not fit. */
export function nameFaults(
  faults: readonly Fault[],
  words: FaultWords,
  hints: Partial<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    faults.map((fault) => [fault.path, nameFault(fault, hints[rootOf(fault.path)], words)]),
  );
}

function nameFault({ kind, limit }: Fault, hint: string | undefined, words: FaultWords): string {
  if (kind === 'required') return words.required;
  if (hint !== undefined) return hint;
  if (kind === 'email' || kind === 'date' || kind === 'other' || limit === undefined)
    return kind === 'email' || kind === 'date' ? words[kind] : words.other;
  return words[kind](limit);
}
