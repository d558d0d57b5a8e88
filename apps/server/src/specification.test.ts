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

describe('docs/spec/endpoints.tsv', () => {
  it('is read whole', () => {
    expect(specified.length).toBeGreaterThan(200);
    expect(specified.filter(({ method }) => !/^(GET|POST|PUT|PATCH|DELETE|ANY)$/.test(method))).toEqual([]);
  });

  it('what is not built yet stands in not-yet.txt, no more and no less', () => {
    const missing = specified.filter((wanted) => !built.some((found) => fits(wanted, found)));
    expect(readNotYet()).toEqual(missing.map(nameOf));
  });

  it('every row that is built asks for the specified access', () => {
    const differing = specified
      .filter(({ method }) => method !== 'ANY')
      .flatMap((wanted) => {
        const found = built.find((candidate) => fits(wanted, candidate));
        return found === undefined || found.access === wanted.access
          ? []
          : [`${nameOf(wanted)}: specified ${wanted.access}, built ${found.access}`];
      });
    expect(differing).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  const { paths } = app.document() as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: { name: string; in: string }[];
          'x-access': string;
          responses: Record<string, unknown>;
        }
      >
    >;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

  it('declares every parameter that an address has', () => {
    const undeclared = operations.filter(({ path, parameters = [] }) => {
      const declared = parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      return [...path.matchAll(/\{(\w+)\}/g)].map(([, named]) => named).join() !== declared.join();
    });
    expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('says of every operation how it fails', () => {
    expect(operations.filter(({ responses }) => responses['default'] === undefined)).toEqual([]);
  });
});
