import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../test/config.ts';
import { describeOutside } from './commands/outside.ts';
import { buildApp } from './composition/app.ts';
import { fullPath } from './kernel/http/row.ts';
import { createLogger } from './kernel/observability/logger.ts';

const specDir = join(import.meta.dirname, '../../../docs/spec');
const linesOf = (file: string) =>
  readFileSync(join(specDir, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

interface Endpoint {
  method: string;
  path: string;
  access: string;
}

const specified: Endpoint[] = linesOf('endpoints.tsv')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', access = ''] = line.split('\t');
    return { method, path, access };
  });

const app = buildApp(testConfig(), {
  databaseUrl: 'postgres://unused',
  directUrl: 'postgres://unused',
  outside: describeOutside(testConfig()),
  logger: createLogger('silent'),
  now: () => new Date(0),
});
const braces = (path: string) => path.replace(/:(\w+)/g, '{$1}');
const built: Endpoint[] = app.modules.flatMap((module) => [
  ...module.rows.map((row) => ({ method: row.method, path: braces(fullPath(row)), access: row.access.word })),
  ...(module.mounts ?? []).flatMap((mount) =>
    mount.methods.map((method) => ({ method, path: braces(mount.path), access: mount.access.word })),
  ),
]);

/** What a parameter is called and a slash at the end make no difference. */
function shape(path: string): string {
  return path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/\{\}\*$/, '/*')
    .replace(/(.)\/$/, '$1');
}

/** ANY stands for whatever a library or a proxy serves under the path. */
function fits(wanted: Endpoint, found: Endpoint): boolean {
  if (wanted.method === 'ANY') return shape(found.path).startsWith(shape(wanted.path).replace(/\/\*$/, ''));
  return wanted.method === found.method && shape(wanted.path) === shape(found.path);
}

const name = ({ method, path }: Endpoint) => `${method} ${path}`;

describe('docs/spec/endpoints.tsv', () => {
  it('is read whole', () => {
    expect(specified.length).toBeGreaterThan(200);
    expect(specified.filter(({ method }) => !/^(GET|POST|PUT|PATCH|DELETE|ANY)$/.test(method))).toEqual([]);
  });

  it('what is not built yet stands in not-yet.txt, no more and no less', () => {
    const missing = specified.filter((wanted) => !built.some((found) => fits(wanted, found)));
    expect(linesOf('not-yet.txt')).toEqual(missing.map(name));
  });

  it('what we add to it stands in additions.txt, no more and no less', () => {
    const added = built.filter((found) => !specified.some((wanted) => fits(wanted, found)));
    expect(linesOf('additions.txt')).toEqual(added.map(name).sort());
  });

  it('every row that is built asks for the specified access', () => {
    const differing = specified
      .filter(({ method }) => method !== 'ANY')
      .flatMap((wanted) => {
        const found = built.find((candidate) => fits(wanted, candidate));
        return found === undefined || found.access === wanted.access
          ? []
          : [`${name(wanted)}: specified ${wanted.access}, built ${found.access}`];
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
