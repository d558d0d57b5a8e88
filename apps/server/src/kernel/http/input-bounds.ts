import type { Row } from './row.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  additionalProperties?: boolean | Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Paths in a public schema that accept unknown or unbounded values. */
function findOpenings(schema: Schema, path: string): string[] {
  const types = [schema.type ?? []].flat();
  const fixed = schema.enum !== undefined || schema.const !== undefined;
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const found: string[] = [];
  if (types.length === 0 && !fixed && parts.length === 0) found.push(`${path}: takes anything`);
  if (types.includes('string') && !fixed && schema.maxLength === undefined)
    found.push(`${path}: no maxLength`);
  if (types.includes('array') && schema.maxItems === undefined) found.push(`${path}: no maxItems`);
  if (types.includes('object') && schema.additionalProperties !== false)
    found.push(`${path}: takes unknown fields`);
  const inner = { ...schema.properties, ...schema.patternProperties };
  return [
    ...found,
    ...Object.entries(inner).flatMap(([name, property]) => findOpenings(property, `${path}.${name}`)),
    ...[schema.items ?? []].flat().flatMap((item) => findOpenings(item, `${path}[]`)),
    ...parts.flatMap((part, at) => findOpenings(part, `${path}|${at}`)),
  ];
}

/** The openings of every row, which `npm run generate` refuses: checking at each start would delay it. */
export const findInputOpenings = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) =>
    (['body', 'query', 'params'] as const).flatMap((part) => {
      const schema = row[part] as Schema | undefined;
      if (schema !== undefined) return findOpenings(schema, `${row.id} ${part}`);
      return part === 'params' && row.path.includes(':') ? [`${row.id} params: takes anything`] : [];
    }),
  );
