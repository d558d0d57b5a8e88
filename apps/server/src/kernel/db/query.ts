import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Builds and types queries; it never runs them. Running is the job of a transaction or a read. */
export const sqlFor = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement ready to be run: typed by what its rows hold. */
export interface Statement<Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Never present at run time; carries the row type. */
  readonly row?: Row;
}

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query compiled once and kept by PostgreSQL as a named statement, so that a hot path pays neither for building
 * nor for planning it. Parameters are read from `p` by name: `where('id', '=', p.id)`.
 */
export function prepared<Params extends object, Row>(
  name: string,
  build: (p: Params) => Compilable<Row>,
): (params: Params) => Statement<Row> {
  let compiled: { text: string; slots: readonly unknown[] } | undefined;
  return (params) => {
    if (compiled === undefined) {
      const slots = new Proxy({}, { get: (_, key) => new Slot(String(key)) });
      const { sql, parameters } = build(slots as Params).compile();
      compiled = { text: sql, slots: parameters };
    }
    const given = params as Record<string, unknown>;
    return {
      name,
      text: compiled.text,
      values: compiled.slots.map((slot) => (slot instanceof Slot ? given[slot.name] : slot)),
    };
  };
}

/** A query built for this one call, for lists whose filters vary. */
export function once<Row>(query: Compilable<Row>): Statement<Row> {
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters };
}

/** Hand-written SQL, for what a builder would only obscure. */
export function raw<Row>(text: string, values: readonly unknown[] = [], name?: string): Statement<Row> {
  return name === undefined ? { text, values } : { text, values, name };
}

/** How many rows a statement brings; PostgreSQL leaves out whatever of them is not asked for. */
export function countOf({ text, values, name }: Statement<unknown>): Statement<{ total: number }> {
  return raw(
    `select count(*)::int as total from (${text}) as counted`,
    values,
    name === undefined ? undefined : `${name}.count`,
  );
}
