import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { RowOf, RowShape } from './row-shape.ts';
import type { Schema } from './schema.ts';

/** Builds and types queries; only a transaction or a reader runs them. */
export const sqlFor = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement with its values, ready to run; typed by its rows. */
export interface Statement<Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Never present at run time; carries the row type. */
  readonly row?: Row;
}

/** The row type of a statement, for the return type of a store function. */
export type RowFrom<Make extends (...given: never) => Statement<unknown>> = NonNullable<
  ReturnType<Make>['row']
>;

type Given<Params> = object extends Params ? [params?: Params] : [params: Params];
type Built = Compilable<unknown> | RawBuilder<unknown>;

export interface StatementOptions {
  /**
   * `each call` sends the statement without a name, so PostgreSQL plans it for the actual values: needed for
   * optional filters, where one plan for all values would read the whole table.
   */
  readonly plan?: 'once' | 'each call';
}

/** Every statement of the program; a test prepares them all against a migrated database. */
export interface Registered {
  readonly name: string;
  /** Declared for hand-written SQL; a query builder takes its columns from the schema types. */
  readonly shape: RowShape | undefined;
  readonly isHandWritten: () => boolean;
  readonly texts: () => readonly string[];
}
const registered: Registered[] = [];
export const registeredStatements = (): readonly Registered[] => registered;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * The one way to write a statement: at the top of a store file, so that its test can prepare it. Parameters
 * are read from `p` by name; their values are not known yet, so `p` can be placed but not computed with. A
 * query builder (`sqlFor…`) takes its row type from the schema types; hand-written SQL uses the `sql` tag of
 * kysely and declares its columns as a `RowShape`, without which it returns no column. It is compiled once and
 * kept by PostgreSQL as a prepared statement of this name, so that a hot path pays neither for building nor
 * for planning it.
 */
export function statement<Params extends object, Row>(
  name: string,
  build: (p: Params) => Compilable<Row>,
  options?: StatementOptions,
): (...given: Given<Params>) => Statement<Row>;
export function statement<Params extends object>(
  name: string,
  build: (p: Params) => RawBuilder<unknown>,
  options?: StatementOptions,
): (...given: Given<Params>) => Statement<unknown>;
export function statement<Params extends object, Shape extends RowShape>(
  name: string,
  shape: Shape,
  build: (p: Params) => RawBuilder<unknown>,
  options?: StatementOptions,
): (...given: Given<Params>) => Statement<RowOf<Shape>>;
export function statement(name: string, ...rest: unknown[]): unknown {
  const [shape, build, options] = (typeof rest[0] === 'function' ? [undefined, ...rest] : rest) as [
    RowShape | undefined,
    (p: never) => Built,
    StatementOptions?,
  ];
  let compiled: { text: string; slots: readonly unknown[]; isHandWritten: boolean } | undefined;
  const compileOnce = () => {
    if (compiled !== undefined) return compiled;
    const slots = new Map<string, Slot>();
    const slotOf = (key: string) => slots.get(key) ?? slots.set(key, new Slot(key)).get(key);
    const built = build(new Proxy({}, { get: (_, key) => slotOf(String(key)) }) as never);
    compiled = { ...sendEachOnce(compile(built)), isHandWritten: 'isRawBuilder' in built };
    return compiled;
  };
  registered.push({
    name,
    shape,
    isHandWritten: () => compileOnce().isHandWritten,
    texts: () => [compileOnce().text],
  });
  const wireName = options?.plan === 'each call' ? {} : { name };
  return (params?: object): Statement<unknown> => {
    const { text, slots } = compileOnce();
    const given = (params ?? {}) as Record<string, unknown>;
    return {
      ...wireName,
      text,
      values: slots.map((slot) => (slot instanceof Slot ? given[slot.name] : slot)),
    };
  };
}

/**
 * A query whose text depends on its filters: built for each call, from the values themselves. `samples` name
 * every variant, for the test that prepares them.
 */
export function varying<Params, Row>(
  name: string,
  samples: readonly NoInfer<Params>[],
  build: (given: Params) => Compilable<Row>,
): (given: Params) => Statement<Row> {
  registered.push({
    name,
    shape: undefined,
    isHandWritten: () => false,
    texts: () => samples.map((sample) => build(sample).compile().sql),
  });
  return (given) => {
    const { sql, parameters } = build(given).compile();
    return { text: sql, values: parameters };
  };
}

const compile = (built: Built): CompiledQuery =>
  'isRawBuilder' in built ? built.compile(sqlFor) : built.compile();

/** A repeated parameter is sent once, so PostgreSQL can infer its type from any of its places. */
function sendEachOnce({ sql, parameters }: CompiledQuery): { text: string; slots: readonly unknown[] } {
  const slots: unknown[] = [];
  const places = parameters.map((parameter) => {
    const known = parameter instanceof Slot ? slots.indexOf(parameter) : -1;
    return known >= 0 ? known + 1 : slots.push(parameter);
  });
  return { text: sql.replace(/\$(\d+)/g, (_, place) => `$${places[Number(place) - 1]}`), slots };
}

/** Counts the rows of a statement; PostgreSQL skips columns that the count does not need. */
export function countOf({ text, values, name }: Statement<unknown>): Statement<{ total: number }> {
  const counting = { text: `select count(*)::int as total from (${text}) as counted`, values };
  return name === undefined ? counting : { ...counting, name: `${name}.count` };
}
