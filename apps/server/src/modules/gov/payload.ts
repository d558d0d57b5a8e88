import { isDeepStrictEqual } from 'node:util';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { isDeeperThan } from '../../kernel/http/nesting.ts';

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

/** Deeper than any form asks, and far from where writing them down, or PostgreSQL, would give up. */
const maxDepth = 32;

export const isTooDeep = (value: unknown): boolean => isDeeperThan(maxDepth, value);

/** PostgreSQL writes a number out in full: three hundred digits for 1e308, in every list that shows it. */
const isShort = (value: number) => value === 0 || (Math.abs(value) >= 1e-20 && Math.abs(value) < 1e21);

const unkept = {
  depth: { mn: 'Хэт олон давхар бүтэцтэй байна.', en: 'is nested too deeply' },
  character: { mn: 'Хадгалах боломжгүй тэмдэгт агуулж байна.', en: 'holds a character that cannot be kept' },
  number: {
    mn: 'Хэт том эсвэл хэт бага тоо агуулж байна.',
    en: 'holds a number that is too large or too small',
  },
} satisfies Record<string, Text>;

/** Answers as they are kept: bounded, and without what PostgreSQL cannot hold. */
export function writePayload(payload: object, language: Language): string {
  if (isTooDeep(payload)) refuse(unkept.depth[language]);
  let wrong: Text | undefined;
  const check = (text: string) => {
    if (text.includes('\0') || !text.isWellFormed()) wrong = unkept.character;
  };
  const text = JSON.stringify(payload, (key, value: unknown) => {
    check(key);
    if (typeof value === 'string') check(value);
    if (typeof value === 'number' && !isShort(value)) wrong = unkept.number;
    return value;
  });
  if (wrong !== undefined) refuse(wrong[language]);
  if (Buffer.byteLength(text) > maxBytes) fail(kernelErrors.payload_too_large);
  return text;
}

function refuse(message: string): never {
  fail(kernelErrors.validation_failed, { data: { errors: [{ field: 'payload', tag: 'custom', message }] } });
}
