import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** Every body and query is strict: an unknown field is refused, never dropped. */
export function strict<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Empty = strict({});
export const Id = Type.String({ format: 'uuid', maxLength: 36 });
export const ById = strict({ id: Id });
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });

/** On a property whose handler checks the text of each row: one bad row must not fail the others. */
export const checksOwnText = { 'x-own-text': true } as const;

/** Text of one line that says something: no line break or tab, and not of spaces alone unless it may be empty. */
export function line(maxLength: number, minLength = 1) {
  const pattern = minLength === 0 ? '^[^\\p{Cc}]*$' : '^(?=.*\\S)[^\\p{Cc}]+$';
  return Type.String({ minLength, maxLength, pattern });
}

export function listOf<S extends TSchema>(item: S) {
  return Type.Object({ items: Type.Array(item), total: Type.Integer() });
}

export function oneOf<const W extends readonly string[]>(...words: W) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words] });
}

export type { Static };
export { Type };
