import { isDeepStrictEqual } from 'node:util';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { isDeeperThan } from '../../kernel/http/nesting.ts';

const maxBytes = 64 * 1024;

/** A changed answer with its previous value; null where there was none. */
export interface Change {
  field: string;
  before: unknown;
}

type Answers = Record<string, unknown>;

/**
 * A null removes an answer (RFC 7396); where there is none to remove, or the form does not ask for it, it stays and the
 * form rejects it.
 */
export function mergeAnswers(
  before: Answers,
  given: Answers,
  isAsked: (field: string) => boolean,
): { payload: Answers; changes: Change[] } {
  // A field may be named like a property of Object.prototype.
  const was = (field: string) => (Object.hasOwn(before, field) ? before[field] : undefined);
  const isTakenBack = ([field, value]: [string, unknown]) =>
    value === null && Object.hasOwn(before, field) && isAsked(field);
  const changes = Object.entries(given)
    .filter(([field, value]) => !isDeepStrictEqual(was(field), value))
    .map(([field]): Change => ({ field, before: was(field) ?? null }));
  const payload = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter((answer) => !isTakenBack(answer)),
  );
  return { payload, changes };
}

/** Deeper than any form, and far below the limits of JSON.stringify and PostgreSQL. */
const maxDepth = 32;

export const isTooDeep = (value: unknown): boolean => isDeeperThan(maxDepth, value);

/** PostgreSQL writes numbers in full: 1e308 becomes three hundred digits in every list that shows it. */
const isShort = (value: number) => value === 0 || (Math.abs(value) >= 1e-20 && Math.abs(value) < 1e21);

const unstorable = {
  depth: { mn: 'Хэт олон давхар бүтэцтэй байна.', en: 'is nested too deeply' },
  character: {
    mn: 'Хадгалах боломжгүй тэмдэгт агуулж байна.',
    en: 'contains a character that cannot be stored',
  },
  number: {
    mn: 'Хэт том эсвэл хэт бага тоо агуулж байна.',
    en: 'contains a number that is too large or too small',
  },
} satisfies Record<string, Text>;

/** Rejects values that PostgreSQL cannot store, and limits the size. */
export function writePayload(payload: object, language: Language): string {
  if (isTooDeep(payload)) refuse(unstorable.depth[language]);
  let wrong: Text | undefined;
  const check = (text: string) => {
    if (text.includes('\0') || !text.isWellFormed()) wrong = unstorable.character;
  };
  const text = JSON.stringify(payload, (key, value: unknown) => {
    check(key);
    if (typeof value === 'string') check(value);
    if (typeof value === 'number' && !isShort(value)) wrong = unstorable.number;
    return value;
  });
  if (wrong !== undefined) refuse(wrong[language]);
  if (Buffer.byteLength(text) > maxBytes) fail(kernelErrors.payload_too_large);
  return text;
}

function refuse(message: string): never {
  fail(kernelErrors.validation_failed, { data: { errors: [{ field: 'payload', tag: 'custom', message }] } });
}
