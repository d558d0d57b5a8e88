import { ApiError } from '../api/errors.ts';
import { readFieldTexts } from './failure-text.ts';

/** The words of each field the server found wrong, by its path; a refusal may name one field in its data. */
export function readFaults(error: unknown): Record<string, string> {
  const field = error instanceof ApiError ? (error.data as { field?: unknown } | null)?.field : undefined;
  return {
    ...readFieldTexts(error),
    ...(typeof field === 'string' && error instanceof ApiError && error.serverText
      ? { [field]: error.serverText }
      : {}),
  };
}
