import { RE2JS } from 're2js';

/**
 * Patterns come from registrars and run on every application. RE2 matches in linear time, so no pattern can block the
 * server (ReDoS); the remaining cost is program size times text length, and both are limited.
 */
const limits = { length: 200, program: 1000 };

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

const compiled = new Map<string, RE2JS>();
const maxCompiled = 2000;

/** Compiling costs far more than matching a short answer. */
export function matchesPattern(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = RE2JS.compile(pattern);
    if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value as string);
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}
