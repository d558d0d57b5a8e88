import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { isDeeperThan } from '../../kernel/http/nesting.ts';

const maxDepth = 20;

/** For a jsonb column; refuses what PostgreSQL cannot store. */
export function writeJson(value: unknown): string | null {
  if (value === undefined) return null;
  if (isDeeperThan(maxDepth, value)) fail(kernelErrors.bad_request, { detail: 'nesting' });
  const check = (text: string) => {
    if (text.includes('\0') || !text.isWellFormed()) fail(kernelErrors.bad_request, { detail: 'characters' });
  };
  return JSON.stringify(value, (key, each: unknown) => {
    check(key);
    if (typeof each === 'string') check(each);
    if (typeof each === 'number' && Math.abs(each) > 1e300)
      fail(kernelErrors.bad_request, { detail: 'number' });
    return each;
  });
}

/** A sender that writes its fields in another order sends the same content. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
