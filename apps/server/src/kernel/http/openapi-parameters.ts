import type { TSchema } from 'typebox';
import { idempotencyKeyPattern } from './idempotency.ts';
import type { SchemaComponents } from './openapi-components.ts';
import { ById } from './schemas.ts';
import { pageQuery } from './time-cursor.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description?: string;
  readonly schema: TSchema;
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Names this call: repeated under the same name, it is done once and answered as the first time',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source } as unknown as TSchema,
};

export const actingFor: Parameter = {
  name: 'X-Acting-For',
  in: 'header',
  description:
    'The party of GET /acting/parties in whose name the call is made; without it, the caller’s own',
  schema: { type: 'string', format: 'uuid' } as unknown as TSchema,
};

const names = new Map(
  Object.entries({
    Id: { name: 'id', in: 'path', required: true, schema: ById.properties.id },
    PageLimit: { name: 'limit', in: 'query', schema: pageQuery.limit },
    PageCursor: { name: 'cursor', in: 'query', schema: pageQuery.cursor },
    IdempotencyKey: idempotencyKey,
    ActingFor: actingFor,
  }).map(([name, parameter]) => [JSON.stringify(parameter), name]),
);

export interface Parameters {
  /** The named parameters that were referenced so far. */
  readonly parameters: Readonly<Record<string, object>>;
  refer(parameter: Parameter): object;
}

export function createParameters({ refer }: SchemaComponents): Parameters {
  const parameters: Record<string, object> = {};
  return {
    parameters,
    refer: (parameter) => {
      const written = { ...parameter, schema: refer(parameter.schema) };
      const name = names.get(JSON.stringify(parameter));
      if (name === undefined) return written;
      parameters[name] = written;
      return { $ref: `#/components/parameters/${name}` };
    },
  };
}

/** Each property of a row's `params` or `query`. */
export function parametersOf(schema: TSchema | undefined, where: 'path' | 'query'): Parameter[] {
  const object = schema as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
  return Object.entries(object?.properties ?? {}).map(([name, property]) => {
    const isRequired = where === 'path' || object?.required?.includes(name) === true;
    return { name, in: where, ...(isRequired ? { required: true } : {}), schema: property };
  });
}
