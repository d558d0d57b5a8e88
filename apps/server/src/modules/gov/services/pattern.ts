import { RE2JS } from 're2js';

/**
 * Patterns come from registrars and run on every application. RE2 matches in linear time, so no pattern can block the
 * server (ReDoS); the remaining cost is program size times text length, and both are limited.
 */
const limits = { length: 200, program: 1000, text: 1000 };

/** The browser checks the same pattern before sending, so it must be valid there too. */
export function isUsablePattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > limits.length || !pattern.startsWith('^')) return false;
  try {
    new RegExp(pattern, 'u');
    return RE2JS.compile(pattern).programSize() <= limits.program;
  } catch {
    return false;
  }
}

/** Ajv caches patterns by `toString()`: without it, every pattern of a form becomes the first one. */
export function linearRegExp(pattern: string, flags: string) {
  const expression = RE2JS.compile(pattern);
  return {
    test: (text: string) => text.length <= limits.text && expression.test(text),
    toString: () => `/${pattern}/${flags}`,
  };
}
linearRegExp.code = 'linearRegExp';
