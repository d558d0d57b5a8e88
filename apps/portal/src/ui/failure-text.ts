import { ApiError, readFailure, readReason } from '../api/errors.ts';
import type { AdministrationWords } from './list-words.ts';

/** What a failure means for the person: the server's own words when it refused, ours when it could not speak. */
export function describeFailure(error: unknown, words: AdministrationWords): string {
  const failure = readFailure(error);
  const said = error instanceof ApiError ? error.serverText : '';
  switch (failure.kind) {
    case 'rate_limited':
      return words.failures.rate_limited(failure.retryAfterSeconds);
    case 'refused':
      return (
        [said, readReason(error)].filter(Boolean).join(' ') ||
        (failure.status === 403 ? words.failures.forbidden : words.failures.refused)
      );
    case 'invalid':
      return failure.errors[0]?.message || said || words.failures.invalid;
    case 'unavailable':
      // Not our outage: the server knows whose, and whether to wait.
      return failure.code === 'register_unavailable' && said ? said : words.failures.unavailable;
    default:
      return words.failures[failure.kind];
  }
}

/** The words of each field the server found wrong. */
export function readFieldTexts(error: unknown): Record<string, string> {
  const failure = readFailure(error);
  if (failure.kind !== 'invalid') return {};
  return Object.fromEntries(failure.errors.map(({ field, message }) => [field, message]));
}
