import type { FieldError } from '../../api/errors.ts';
import type { LatinName } from '../../api/session.ts';
import type { NameWords } from './words.ts';

export type LatinField = keyof LatinName;
export type LatinErrors = Partial<Record<LatinField, string>>;

export const LATIN_FIELDS: readonly LatinField[] = ['last_name_en', 'first_name_en'];
export const LATIN_MAX_LENGTH = 100;

/** Latin letters of any language and separators between names: "Бат-Эрдэнэ" is "Bat-Erdene". */
const LATIN_NAME = /^[\p{Script=Latin} '’.-]*$/u;

export function findLatinErrors(name: LatinName, words: NameWords): LatinErrors {
  const errors: LatinErrors = {};
  for (const field of LATIN_FIELDS) {
    if (name[field].length > LATIN_MAX_LENGTH) errors[field] = words.tooLong(LATIN_MAX_LENGTH);
    else if (!LATIN_NAME.test(name[field])) errors[field] = words.latinOnly;
  }
  return errors;
}

/** Our text for a known tag, the server's text for an unknown one. */
export function translateLatinErrors(found: readonly FieldError[], words: NameWords): LatinErrors {
  const errors: LatinErrors = {};
  for (const { field, tag, message } of found) {
    if (field !== 'first_name_en' && field !== 'last_name_en') continue;
    if (tag === 'required' || tag === 'min') errors[field] = words.required;
    else if (tag === 'max') errors[field] = words.tooLong(LATIN_MAX_LENGTH);
    else errors[field] = message || words.latinOnly;
  }
  return errors;
}
