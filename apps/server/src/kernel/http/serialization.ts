import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';

export type Serializer = (data: unknown) => string;

const known = new WeakMap<TSchema, Serializer>();

/** Compiled at the first answer, once per process: compiling all schemas would delay every start. */
export function serializerOf(schema: TSchema): Serializer {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const write = fastJson(schema as never) as Serializer;
  known.set(schema, write);
  return write;
}
