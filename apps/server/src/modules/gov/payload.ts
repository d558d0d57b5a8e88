import { isDeepStrictEqual } from 'node:util';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';

const maxBytes = 64 * 1024;

/** An answer that was given anew, and what it was before: null where there was none. */
export interface Change {
  field: string;
  before: unknown;
}

type Answers = Record<string, unknown>;

/**
 * New answers over those that were given before. A null takes an answer back (RFC 7396); where there is none to take
 * back it stays, for the form to refuse.
 */
export function mergeAnswers(before: Answers, given: Answers): { payload: Answers; changes: Change[] } {
  // A field may be called as something that every object has.
  const was = (field: string) => (Object.hasOwn(before, field) ? before[field] : undefined);
  const isTakenBack = ([field, value]: [string, unknown]) => value === null && Object.hasOwn(before, field);
  const changes = Object.entries(given)
    .filter(([field, value]) => !isDeepStrictEqual(was(field), value))
    .map(([field]): Change => ({ field, before: was(field) ?? null }));
  const payload = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter((answer) => !isTakenBack(answer)),
  );
  return { payload, changes };
}

/** Answers as they are kept: bounded, and without what PostgreSQL cannot hold. */
export function writePayload(payload: object): string {
  let unstorable = false;
  const check = (text: string) => {
    if (text.includes('\0') || !text.isWellFormed()) unstorable = true;
  };
  const text = JSON.stringify(payload, (key, value: unknown) => {
    check(key);
    if (typeof value === 'string') check(value);
    return value;
  });
  if (unstorable)
    fail(kernelErrors.validation_failed, {
      data: {
        errors: [{ field: 'payload', tag: 'custom', message: 'holds a character that cannot be kept' }],
      },
    });
  if (Buffer.byteLength(text) > maxBytes) fail(kernelErrors.payload_too_large);
  return text;
}
