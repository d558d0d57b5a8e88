/**
 * The server's engine (RE2) would add 50 kB (gzip) to the page, so the browser's engine is used where both surely agree;
 * elsewhere the answer counts as matching and the server decides.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!isCheap(pattern, text) || hasSpecialSpace(text)) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // An older browser does not know every syntax that the server accepted.
    return true;
  }
}

/** A browser backtracks: a repeated group takes exponential time, and n repeats the nth power of the length. */
const isCheap = (pattern: string, text: string) =>
  text.length <= 256 && !/\)[*+{]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g)?.length ?? 0) <= 3;

/** `\s` and `.` treat other characters differently in RE2, such as a no-break space or a carriage return. */
const hasSpecialSpace = (text: string) => /[^\S \t\n\f]/.test(text);
