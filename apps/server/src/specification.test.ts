import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../test/config.ts';
import { describeOutside } from './commands/outside.ts';
import { buildApp } from './composition/app.ts';
import { createLogger } from './kernel/observability/logger.ts';
import { fits, listBuilt, nameOf, readNotYet, readSpecified } from './specification.ts';

const specified = readSpecified();

const app = buildApp(testConfig(), {
  databaseUrl: 'postgres://unused',
  directUrl: 'postgres://unused',
  outside: describeOutside(testConfig()),
  logger: createLogger('silent'),
  now: () => new Date(0),
});
const built = listBuilt(app.modules);

/** Decision 45: auditors read the audit log, which was the administrators' alone. */
const settled: Readonly<Record<string, string>> = {
  'GET /api/v1/audit/': 'audit.view',
  'GET /api/v1/audit/verify': 'audit.view',
};

describe('docs/spec/endpoints.tsv', () => {
  it('is parsed completely', () => {
    expect(specified.length).toBeGreaterThan(200);
    expect(specified.filter(({ method }) => !/^(GET|POST|PUT|PATCH|DELETE|ANY)$/.test(method))).toEqual([]);
  });

  it('endpoints that are not built are exactly those of not-yet.txt', () => {
    const missing = specified.filter((wanted) => !built.some((found) => fits(wanted, found)));
    expect(readNotYet()).toEqual(missing.map(nameOf));
  });

  it('every built row requires the specified access', () => {
    const differing = specified
      .filter(({ method }) => method !== 'ANY')
      .flatMap((wanted) => {
        const found = built.find((candidate) => fits(wanted, candidate));
        return found === undefined || found.access === (settled[nameOf(wanted)] ?? wanted.access)
          ? []
          : [`${nameOf(wanted)}: specified ${wanted.access}, built ${found.access}`];
      });
    expect(differing).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  const document = app.document();
  const { paths, components } = document as {
    components: {
      schemas: Record<string, object>;
      parameters: Record<string, { name: string; in: string }>;
    };
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: ({ name: string; in: string } | { $ref: string })[];
          'x-access': string;
          responses: Record<string, unknown>;
        }
      >
    >;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

  it('declares every path parameter', () => {
    const undeclared = operations.filter(({ path, parameters = [] }) => {
      const declared = parameters
        .map((given) => ('$ref' in given ? components.parameters[given.$ref.split('/').at(-1) ?? ''] : given))
        .filter((parameter) => parameter?.in === 'path')
        .map((parameter) => parameter?.name);
      return [...path.matchAll(/\{(\w+)\}/g)].map(([, named]) => named).join() !== declared.join();
    });
    expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('lists the failures of every operation', () => {
    expect(operations.filter(({ responses }) => responses['default'] === undefined)).toEqual([]);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { errors } = await validator.validate({ ...document });
    expect([validator.version, errors]).toEqual(['3.1', undefined]);
  });

  it('stays small enough to read and to generate clients from', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/generated/openapi.json'), 'utf8');
    const { paths } = JSON.parse(text) as { paths: Record<string, object> };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    // It was 5,700 for each operation before its schemas had names.
    expect(text.length / operations).toBeLessThan(1_300);
  });

  it('names every object schema that it needs twice', () => {
    const places = new Map<string, string[]>();
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, properties } = part as { type?: unknown; properties?: object };
      if (type === 'object' && Object.keys(properties ?? {}).length > 0)
        places.set(JSON.stringify(part), [...(places.get(JSON.stringify(part)) ?? []), place]);
      for (const [key, value] of Object.entries(part)) visit(value, `${place} ${key}`);
    };
    visit(paths, '');
    visit(components.schemas, '');
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
  });

  it('has no dangling reference', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g);
    const shared = components as unknown as Record<string, Record<string, object>>;
    const missing = [...references].filter(([, kind = '', name = '']) => shared[kind]?.[name] === undefined);
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('uses every name that a module declares', () => {
    const given = app.modules.flatMap(({ schemas = {} }) => Object.keys(schemas));
    expect(given.length).toBeGreaterThan(150);
    expect(given.filter((name) => components.schemas[name] === undefined)).toEqual([]);
  });
});
