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
