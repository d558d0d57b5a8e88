import type pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
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

/** Writes the table types from the migrated database, so that a column exists in one place only: its migration. */
export async function generateSchemaTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      (a.atthasdef or a.attidentity <> '') as generated
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
    'type Timestamp = ColumnType<string, string | Date, string | Date>;',
    'type JsonColumn = ColumnType<Json, string, string>;',
    'type Default<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    '',
    'export interface Schema {',
  ];
  for (const [table, columns] of tables) {
    lines.push(`  ${table}: {`);
    for (const column of columns) {
      const name = typeNames[column.type];
      if (name === undefined)
        throw new Error(
          `${table}.${column.column} has type ${column.type}, which has no TypeScript name yet`,
        );
      const base = column.type === 'timestamptz' ? 'Timestamp' : name === 'Json' ? 'JsonColumn' : name;
      const full =
        column.nullable && (base === 'Timestamp' || base === 'JsonColumn')
          ? `ColumnType<${name === 'Json' ? 'Json' : 'string'} | null, string${base === 'Timestamp' ? ' | Date' : ''} | null | undefined, string${base === 'Timestamp' ? ' | Date' : ''} | null>`
          : column.nullable
            ? `ColumnType<${base} | null, ${base} | null | undefined, ${base} | null>`
            : column.generated
              ? `Default<${base}>`
              : base;
      lines.push(`    ${column.column}: ${full};`);
    }
    lines.push('  };');
  }
  lines.push('}', '');
  return lines.join('\n');
}
