import type { uiWords } from '../words.ts';
import type { Fault } from './check-body.ts';
import { findNearest } from './find-nearest.ts';

export type FaultWords = (typeof uiWords)['mn']['fault'];

/** The top-level field of a path: `items` for `items.0.name`. */
export const rootOf = (path: string): string => path.split('.')[0] ?? path;

/** The error text of each field, by its path; a hint replaces the common text for an invalid value. */
export function nameFaults(
  faults: readonly Fault[],
  words: FaultWords,
  hints: Partial<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(faults.map((fault) => [fault.path, nameFault(fault, words, hints)]));
}

function nameFault(
  { path, kind, limit }: Fault,
  words: FaultWords,
  hints: Partial<Record<string, string>>,
): string {
  if (kind === 'required') return words.required;
  const text = findNearest(path, (field) => hints[field]) ?? words[kind];
  return typeof text === 'string' ? text : text(limit ?? 0);
}
