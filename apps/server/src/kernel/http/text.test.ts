import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { describeOutside } from '../../commands/outside.ts';
import { buildApp } from '../../composition/app.ts';
import { createLogger } from '../observability/logger.ts';
import { line } from './schemas.ts';
import { findBadText, isText } from './text.ts';
import { compileValidator } from './validation.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Build = (text: string) => unknown;

interface Place {
  path: string;
  build: Build;
}

/** Every place of a schema that takes a string, with a value that reaches it. */
function stringPlaces(schema: Schema, path: string, build: (inner: unknown) => unknown): Place[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const own =
    [schema.type ?? []].flat().includes('string') && schema.enum === undefined && schema.const === undefined
      ? [{ path, build }]
      : [];
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      stringPlaces(inner, `${path}/${name}`, (value) => build({ [name]: value })),
    ),
    ...Object.values(schema.patternProperties ?? {}).flatMap((inner) =>
      stringPlaces(inner, `${path}/a`, (value) => build({ a: value })),
    ),
    ...[schema.items ?? []]
      .flat()
      .flatMap((inner) => stringPlaces(inner, `${path}/0`, (value) => build([value]))),
    ...parts.flatMap((part) => stringPlaces(part, path, build)),
  ];
}

const patternOf = (schema: TSchema) => (schema as { pattern?: string }).pattern ?? '';

const hostile = {
  NUL: 'a\0b',
  'a lone surrogate': 'a\ud800b',
  'an escape': 'a\u001b[2Jb',
  'a C1 control': 'a\u0085b',
};

describe('text in the whole API', () => {
  const app = buildApp(testConfig(), {
    databaseUrl: 'postgres://unused',
    directUrl: 'postgres://unused',
    outside: describeOutside(testConfig()),
    logger: createLogger('silent'),
    now: () => new Date(0),
  });
  /** Bodies whose handler checks the text of each item. */
  const byRow = ['operator.tenants.bulk body'];
  const parts = app.modules
    .flatMap((module) => module.rows)
    .flatMap((row) =>
      (['body', 'query', 'params'] as const).flatMap((part) => {
        const schema = row[part] as TSchema | undefined;
        if (schema === undefined) return [];
        const httpPart = part === 'query' ? 'querystring' : part;
        const definition = { schema, httpPart, method: row.method, url: row.path };
        return [
          {
            name: `${row.id} ${part}`,
            validate: compileValidator(definition) as unknown as {
              (value: unknown): boolean;
              errors?: { keyword: string; instancePath: string }[];
            },
            places: stringPlaces(schema as Schema, '', (value) => value),
          },
        ];
      }),
    );

  it('is refused in every string of every row when a database cannot store it or a person cannot read it', () => {
    expect(parts.flatMap((part) => part.places).length).toBeGreaterThan(300);
    for (const { name, validate, places } of parts.filter((part) => !byRow.includes(part.name)))
      for (const { path, build } of places)
        for (const [kind, text] of Object.entries(hostile)) {
          expect(validate(build(text)), `${name} ${path} takes ${kind}`).toBe(false);
          expect(validate.errors, `${name} ${path}`).toContainEqual(
            expect.objectContaining({ keyword: 'text', instancePath: path }),
          );
        }
  });

  it('is bounded in every string of every row', () => {
    const long = 'a'.repeat(100 * 1024);
    // A whole file travels as text.
    const files = ['gateway.services.document.save body'];
    const file = 'a'.repeat(1024 * 1024 + 1);
    const open = parts.flatMap(({ name, validate, places }) =>
      places
        .filter(({ path, build }) => {
          validate(build(files.includes(name) ? file : long));
          return !validate.errors?.some(({ instancePath }) => instancePath === path);
        })
        .map(({ path }) => `${name} ${path}`),
    );
    expect(open).toEqual([]);
  });

  it('is checked at any depth and in keys, and may contain tabs and line breaks', () => {
    expect(findBadText({ a: [{ b: 'fine' }, { b: 'a\0' }] })).toBe('/a/1/b');
    expect(findBadText({ a: { 'b\0': 1 } })).toBe('/a');
    expect(findBadText(['Өнгө,\r\n\tүг 🙂', 1, null, true])).toBeUndefined();
    expect(isText('\udc00')).toBe(false);
  });

  it('of one line has no break and is not blank', () => {
    const pattern = new RegExp(patternOf(line(10)), 'u');
    for (const [text, fits] of [
      ['Бат Эрдэнэ', true],
      ['a\nb', false],
      ['a\tb', false],
      ['   ', false],
    ] as const)
      expect(pattern.test(text), JSON.stringify(text)).toBe(fits);
    expect(new RegExp(patternOf(line(10, 0)), 'u').test('')).toBe(true);
  });
});
