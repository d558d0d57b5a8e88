import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** Every body and query is strict: an unknown field is refused, never dropped. */
export function strict<P extends TProperties>(properties: P, options: { description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const Empty = strict({});
export const Id = Type.String({ format: 'uuid', maxLength: 36 });
export const ById = strict({ id: Id });
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });
/** An existing calendar day, `2026-07-11`, as a `date` column holds it. */
export const Day = Type.String({ format: 'date', minLength: 10, maxLength: 10 });

/** Marks a property whose handler checks the text of each item: one bad item must not fail the others. */
export const checksOwnText = { 'x-own-text': true } as const;

/** Line breaks, and bidirectional control characters, which reorder the surrounding text. */
const notInLine = '\\t\\n\\r\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** Text of one line, not blank unless it may be empty. */
export function line(maxLength: number, minLength = 1) {
  const pattern = minLength === 0 ? `^[^${notInLine}]*$` : `^(?=.*\\S)[^${notInLine}]+$`;
  return Type.String({ minLength, maxLength, pattern });
}

export function listOf<S extends TSchema>(item: S) {
  return Type.Object({ items: Type.Array(item), total: Type.Integer() });
}

export function oneOf<const W extends readonly string[]>(...words: W) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words] });
}

/** The document and the types show `shown`; the reply is serialised by `serialised`, by default unchanged. */
export function shownAs<S extends TSchema>(shown: S, serialised: object = {}) {
  return Type.Unsafe<Static<S>>({ ...serialised, 'x-shown-as': shown });
}

/** A schema of another module, by its name in the document; only for `shownAs`. */
export function namedElsewhere<T>(name: string) {
  return Type.Unsafe<T>({ $ref: `#/components/schemas/${name}` });
}

export const JsonObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
});

export type { Static };
export { Type };
