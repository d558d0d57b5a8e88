import type pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  checks: string[];
}

const typeNames: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'string',
  json: 'Json',
  jsonb: 'Json',
  tsvector: 'string',
  bytea: 'Buffer',
  _text: 'string[]',
  _int4: 'number[]',
  _float4: 'number[]',
};

/**
 * A check constraint with listed words gives a union type: `check (state in (…))`, or `check (words <@
 * array[…])`.
 */
const oneOf =
  /^CHECK \(\((?:\(.*? IS NULL\) OR \()?\(?\w+\)?(?:::text)? (?:= ANY|<@) \(?ARRAY\[(.*?)\]\)?\)?\)\)$/;

function wordsOf(checks: readonly string[]): string | undefined {
  const listed = checks.map((check) => oneOf.exec(check)?.[1]).find((found) => found !== undefined);
  const words = [...(listed ?? '').matchAll(/(?<=^|, )'((?:[^']|''){0,200})'::text/g)].map(
    ([, word = '']) => word,
  );
  return words.length === 0 ? undefined : words.map((word) => `'${word}'`).join(' | ');
}

function typeOf(column: Column): string {
  const base = typeNames[column.type];
  if (base === undefined)
    throw new Error(
      `${column.table}.${column.column} has type ${column.type}, which has no TypeScript name yet`,
    );
  if (base === 'Json') return `JsonOf<'${column.table}.${column.column}'>`;
  const words = wordsOf(column.checks);
  if (words === undefined) return base;
  return base === 'string[]' ? `(${words})[]` : words;
}

/** Select, insert and update types of a column. */
function columnTypeOf(column: Column): string {
  const read = typeOf(column);
  const written =
    column.type === 'timestamptz' ? 'string | Date' : read.startsWith('JsonOf') ? 'string' : read;
  if (column.nullable) return `ColumnType<${read} | null, ${written} | null | undefined, ${written} | null>`;
  if (column.generated) return `ColumnType<${read}, ${written} | undefined, ${written}>`;
  return read === written ? read : `ColumnType<${read}, ${written}, ${written}>`;
}

/**
 * Writes the table types from the migrated database, so that a column exists in one place only: its migration.
 *
 * kysely-codegen 0.20 was measured on the same database and gives less for 52 packages: a checked word is `string`
 * (43 checks become union types here), bigint is `string` and a day or a time is `Date` unless a second list overrides
 * each, and an override of a JSON column fails under TypeScript 7, whose package has no compiler API.
 */
export async function generateSchemaTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      (a.atthasdef or a.attidentity <> '') as generated,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.contype = 'c' and ((k.conrelid = c.oid and k.conkey = array[a.attnum]) or k.contypid = own.oid)
        order by k.conname) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type own on own.oid = a.atttypid
      -- A domain travels as the type beneath it.
      join pg_type t on t.oid = coalesce(nullif(own.typbasetype, 0), own.oid)
    where c.relnamespace = 'tamga'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const tables = new Map<string, Column[]>();
  for (const column of rows) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  const lines = [
    '// Generated from the migrations by `npm run generate`; do not edit.',
    "import type { ColumnType } from 'kysely';",
    '',
    'export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };',
    '',
    '/** The module that owns a JSON column declares its shape here, by `declare module`, under `table.column`. */',
    '// biome-ignore lint/suspicious/noEmptyInterface: modules add to it',
    'export interface JsonShapes {}',
    'type JsonOf<Name extends string> = Name extends keyof JsonShapes ? JsonShapes[Name] : Json;',
    '',
    'export interface Schema {',
  ];
  for (const [table, columns] of tables) {
    lines.push(`  ${table}: {`);
    for (const column of columns) lines.push(`    ${column.column}: ${columnTypeOf(column)};`);
    lines.push('  };');
  }
  lines.push('}', '');
  return lines.join('\n');
}
