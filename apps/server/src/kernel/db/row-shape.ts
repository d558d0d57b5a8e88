import { type RawBuilder, type SelectType, sql } from 'kysely';
import type { Json, Schema } from './schema.ts';

/** TypeScript types of expression values, by PostgreSQL type name. */
interface ValueTypes {
  bool: boolean;
  int4: number;
  int8: number;
  float8: number;
  numeric: string;
  text: string;
  name: string;
  uuid: string;
  date: string;
  timestamptz: string;
  json: Json;
  jsonb: Json;
  bytea: Buffer;
  _text: string[];
  _float8: number[];
}
type ValueType = keyof ValueTypes;
type Table = keyof Schema & string;
type ColumnOf<T extends Table> = keyof Schema[T] & string;

/** A column that a statement returns: from a table, or computed. */
export interface Column<T> {
  readonly source: { readonly table: string; readonly column: string } | { readonly type: string };
  /** Absent when the table decides. */
  readonly nullable?: boolean;
  /** Never present at run time; carries the type. */
  readonly value?: { of: T };
}

/**
 * The columns of hand-written SQL. The row type derives from it, and a test compares it with the columns that PostgreSQL
 * describes: names, types, and whether a column may be null where PostgreSQL knows.
 */
export type RowShape = Readonly<Record<string, Column<unknown>>>;
export type RowOf<Shape extends RowShape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends Column<infer T> ? T : never;
};

/** One column of a table, under any name the statement gives it. */
export const column = <T extends Table, Name extends ColumnOf<T>>(
  table: T,
  name: Name,
): Column<SelectType<Schema[T][Name]>> => ({ source: { table, column: name } });

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/**
 * Columns of a table under their own names: space-separated words (a list of strings would take a line for
 * each), or the property names of a schema.
 */
export const columnsOf = <T extends Table, Names extends string>(
  table: T,
  names: (Words<Names> extends ColumnOf<T> ? Names : ColumnOf<T>) | readonly Names[],
): { readonly [Name in Words<Names> & ColumnOf<T>]: Column<SelectType<Schema[T][Name]>> } =>
  Object.fromEntries(
    (typeof names === 'string' ? names.split(' ') : names).map((name) => [
      name,
      column(table, name as ColumnOf<T>),
    ]),
  ) as never;

/** An expression; PostgreSQL does not report whether it may be null, so wrap it in `nullable` where it may. */
export const computed = <T extends ValueType>(type: T): Column<ValueTypes[T]> => ({
  source: { type },
  nullable: false,
});

/** Text that is always one of these words: an expression, or a column whose words the code checks on write. */
export const computedWord = <const Word extends string>(..._words: readonly Word[]): Column<Word> => ({
  source: { type: 'text' },
  nullable: false,
});

/** JSON that the statement builds. */
export const computedJson = <T>(type: 'json' | 'jsonb'): Column<T> => ({ source: { type }, nullable: false });

/** May be null: from an outer join, or a function that finds nothing. */
export const nullable = <T>({ source }: Column<T>): Column<T | null> => ({ source, nullable: true });

/** Nullable in the table but never null in these rows, because of a condition in the statement. */
export const present = <T>({ source }: Column<T>): Column<NonNullable<T>> => ({ source, nullable: false });

/** Excludes words that a condition of the statement filters out. */
export const except = <T, const Word extends T>(
  { source }: Column<T>,
  ..._words: readonly Word[]
): Column<Exclude<T, Word>> => ({ source });

/** The columns as a select or returning list, each under its own name. */
export const selectionOf = (shape: RowShape): RawBuilder<unknown> =>
  sql.join(Object.keys(shape).map((name) => sql.ref(name)));
