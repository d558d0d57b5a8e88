import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { describeOutside } from '../../commands/outside.ts';
import { buildApp } from '../../composition/app.ts';
import { createLogger } from '../observability/logger.ts';
import { strict, Type } from './schemas.ts';

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

/** Answers to a service's form, which differs per service: bounded as a whole and validated by that form. */
const formAnswers = [
  'gov.applications.apply body.payload: takes unknown fields',
  'gov.applications.provide_info body.payload: takes unknown fields',
  'gov.drafts.save body.payload: takes unknown fields',
];

describe('bodies, queries and paths', () => {
  it('the checker finds every kind of opening, at any depth', () => {
    const body = Type.Object({
      loose: Type.String(),
      list: Type.Array(strict({ inner: Type.String() })),
      either: Type.Union([Type.Null(), Type.Object({ deep: Type.Optional(Type.String()) })]),
      any: Type.Any(),
      fine: Type.Optional(Type.String({ maxLength: 4 })),
      word: Type.Literal('fixed'),
    });
    expect(findOpenings(body as Schema, 'body').sort()).toEqual([
      'body.any: takes anything',
      'body.either|1.deep: no maxLength',
      'body.either|1: takes unknown fields',
      'body.list: no maxItems',
      'body.list[].inner: no maxLength',
      'body.loose: no maxLength',
      'body: takes unknown fields',
    ]);
  });

  it('of every row refuse unknown fields and bound every string and array', () => {
    const app = buildApp(testConfig(), {
      databaseUrl: 'postgres://unused',
      directUrl: 'postgres://unused',
      outside: describeOutside(testConfig()),
      logger: createLogger('silent'),
      now: () => new Date(0),
    });
    const rows = app.modules.flatMap((module) => module.rows);
    expect(rows.length).toBeGreaterThan(10);
    const openings = rows.flatMap((row) =>
      (['body', 'query', 'params'] as const).flatMap((part) => {
        const schema = row[part] as Schema | undefined;
        return schema === undefined ? [] : findOpenings(schema, `${row.id} ${part}`);
      }),
    );
    expect(openings).toEqual(formAnswers);
    const unnamed = rows.filter((row) => row.path.includes(':') && row.params === undefined);
    expect(unnamed.map((row) => row.id)).toEqual([]);
  });
});
