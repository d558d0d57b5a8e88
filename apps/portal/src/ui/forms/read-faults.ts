import { ApiError, readFailure } from '../../api/errors.ts';

/** The error text of each field that the server rejects, by its path; a refusal may name one field in its data. */
export function readFaults(error: unknown): Record<string, string> {
  const failure = readFailure(error);
  const found = failure.kind === 'invalid' ? failure.errors : [];
  const faults = Object.fromEntries(found.map(({ field, message }) => [field, message]));
  const named = error instanceof ApiError ? (error.data as { field?: unknown } | null)?.field : undefined;
  if (typeof named === 'string' && error instanceof ApiError && error.serverText)
    faults[named] = error.serverText;
  return faults;
}
