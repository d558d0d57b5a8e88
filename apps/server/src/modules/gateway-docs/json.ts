import { failField } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';

export type JsonMap = { readonly [key: string]: unknown };

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an own member only: a document may name `constructor` or `__proto__`. */
export const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as JsonMap)[key]
    : undefined;

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Characters that forge lines or reorder the surrounding text; PostgreSQL cannot store NUL. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export const plainText = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength).replace(unsafe, '').trim().toWellFormed() : '';

/** Names the place by JSON pointer, so that the administrator finds it in the file. */
export function refuse(where: string, text: Text): never {
  const place = plainText(where, 160);
  const prefix = place === '' ? '' : `${place}: `;
  failField('document', { mn: `${prefix}${text.mn}`, en: `${prefix}${text.en}` }, 'openapi');
}

export const pointer = (...keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
