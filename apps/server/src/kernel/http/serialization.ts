import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

const known = new WeakMap<object, (data: unknown) => string>();

/** A reply is written by its schema alone. Each schema is compiled once for the process, however many servers it has. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const write = fastJson(schema as never) as (data: unknown) => string;
  known.set(schema, write);
  return write;
};
