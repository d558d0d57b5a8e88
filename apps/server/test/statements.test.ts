import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConfig, createDatabase } from '../src/kernel/db/database.ts';
import { nobody } from '../src/kernel/db/identity.ts';
import { registeredStatements, type Statement } from '../src/kernel/db/query.ts';
import type { Column } from '../src/kernel/db/row-shape.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const src = join(import.meta.dirname, '../src');
const sources = globSync('**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts') && path !== 'kernel/db/query.ts')
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

interface Described {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Parse and Describe without Execute: PostgreSQL's description of a statement that is not run. */
class DescribeQuery extends (pg.Query as unknown as new (
  config: object,
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => { text: string; handleReadyForQuery(connection: unknown): void }) {
  requiresPreparation(): boolean {
    return true;
  }
  prepare(connection: Record<'parse' | 'describe' | 'sync', (message?: object) => void>): void {
    connection.parse({ name: '', text: this.text });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }
}

let database: TestDatabase;
let client: pg.Client;
let typeNames: Map<number, string>;
let tableColumns: Map<string, { type: string; nullable: boolean }>;

const describeText = (text: string): Promise<Described[]> =>
  new Promise((resolve, reject) => {
    const query = new DescribeQuery({ text }, undefined, (error, result) =>
      error ? reject(error) : resolve(result.fields as unknown as Described[]),
    );
    client.query(query as unknown as pg.Submittable);
  });

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(clientConfig(database.appUrl));
  await client.connect();
  const types = await database.query<{ oid: number; typname: string }>(
    'select oid::int, typname from pg_type',
  );
  typeNames = new Map(types.map(({ oid, typname }) => [oid, typname]));
  const columns = await database.query<{ key: string; place: string; type: string; nullable: boolean }>(`
    select c.relname || '.' || a.attname as key, c.oid || '.' || a.attnum as place, t.typname as type,
      not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type own on own.oid = a.atttypid
      join pg_type t on t.oid = coalesce(nullif(own.typbasetype, 0), own.oid)
    where c.relnamespace = 'tamga'::regnamespace and a.attnum > 0 and not a.attisdropped`);
  tableColumns = new Map(
    columns.flatMap((row) => [
      [row.key, row],
      [row.place, row],
    ]),
  );
  await Promise.all(
    sources
      .filter(({ text }) => /\b(statement|varying)\(/.test(text))
      .map(({ path }) => import(join(src, path))),
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The difference between the declaration and PostgreSQL's description, or undefined. */
function mismatch(declared: Column<unknown>, described: Described): string | undefined {
  const { source } = declared;
  const ofTable = 'table' in source ? tableColumns.get(`${source.table}.${source.column}`) : undefined;
  const type = 'type' in source ? source.type : ofTable?.type;
  const actual = typeNames.get(described.dataTypeID);
  if (type !== actual) return `${described.name} is ${actual}, declared ${type}`;
  const mayBeNull = tableColumns.get(`${described.tableID}.${described.columnID}`)?.nullable === true;
  const isDeclared = declared.nullable ?? ofTable?.nullable === true;
  const isExplicit = declared.nullable !== undefined && ofTable !== undefined;
  return mayBeNull && !isDeclared && !isExplicit ? `${described.name} may be null` : undefined;
}

/** PostgreSQL checks grants when it plans, not when it parses; nothing is executed. */
const findRefusal = (text: string): Promise<string | undefined> =>
  client.query(`explain (generic_plan) ${text}`).then(
    () => undefined,
    ({ code, message }: Error & { code?: string }) =>
      code === '42501' ? `${message}: grant its columns to tamga_app in a migration` : message,
  );

describe('statements', () => {
  it('can all be prepared on the migrated database and return the columns they declare', async () => {
    const problems: string[] = [];
    for (const { name, shape, isHandWritten, texts } of registeredStatements())
      for (const text of texts()) {
        const say = (problem: string) => problems.push(`${name}: ${problem}\n${text}`);
        const fields = await describeText(text).catch((error: Error) => say(error.message));
        if (typeof fields === 'number') continue;
        const refusal = await findRefusal(text);
        if (refusal !== undefined) say(refusal);
        const returned = fields.filter(({ dataTypeID }) => typeNames.get(dataTypeID) !== 'void');
        if (new Set(fields.map((field) => field.name)).size < fields.length) say('returns a name twice');
        if (!isHandWritten()) continue;
        const missing = Object.keys(shape ?? {}).filter((key) => !fields.some((field) => field.name === key));
        if (missing.length > 0) say(`does not return ${missing.join(', ')}`);
        for (const field of returned) {
          const declared = shape?.[field.name];
          const problem =
            declared === undefined
              ? `returns ${field.name} (${typeNames.get(field.dataTypeID)}), which is not declared`
              : mismatch(declared, field);
          if (problem !== undefined) say(problem);
        }
      }
    expect(problems).toEqual([]);
    expect(registeredStatements().length).toBeGreaterThan(80);
  });

  it('have the grants they need, or this test names the table', async () => {
    await database.query('create table tamga.half_granted (a int, b int)');
    await database.query('grant insert (a) on tamga.half_granted to tamga_app');
    expect(await findRefusal('insert into half_granted (a) values ($1)')).toBeUndefined();
    expect(await findRefusal('insert into half_granted (a, b) values ($1, $2)')).toBe(
      'permission denied for table half_granted: grant its columns to tamga_app in a migration',
    );
  });

  it('have unique names, because PostgreSQL keeps each prepared under its name', () => {
    const names = registeredStatements().map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('are written in one form; only the kernel builds SQL text at run time', () => {
    const written = sources.filter(({ text }) => /\{\s*text(: [^;]{1,200}?)?,\s*values\b/.test(text));
    expect(written.map(({ path }) => path).sort()).toEqual([
      // Tables from PostgreSQL's catalogue.
      'kernel/db/boot-proof.ts',
      // Begin, commit, rollback.
      'kernel/db/database.ts',
      // Statements of pg-boss.
      'kernel/jobs/jobs.ts',
      // Columns that modules declare as sealed.
      'kernel/security/reseal.ts',
    ]);
  });
});

describe('dates', () => {
  it('arrive as the stored day, on every path, without time zone conversion', async () => {
    const app = createDatabase({ url: database.appUrl, max: 8 });
    const day: Statement<{ day: string }> = {
      text: "select date '2026-03-29' as day",
      values: [],
      name: 'a_day',
    };
    const expected = { day: '2026-03-29' };
    try {
      expect(await app.reader(nobody).first(day)).toEqual(expected);
      expect(await app.pipelined(nobody).first(day)).toEqual(expected);
      expect(await app.transaction(nobody, (tx) => tx.first(day))).toEqual(expected);
    } finally {
      await app.close();
    }
  });
});
