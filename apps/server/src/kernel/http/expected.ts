import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { TProperties, TSchema } from 'typebox';
import type { Tx } from '../db/database.ts';
import { statement } from '../db/query.ts';
import { fail, kernelErrors } from './errors.ts';
import { strict, Type } from './schemas.ts';
import { serializerOf } from './serialization.ts';

type Fields = Readonly<Record<string, unknown>>;

const propertiesOf = (body: TSchema): TProperties => (body as { properties?: TProperties }).properties ?? {};

/**
 * The body of a row that replaces a record, with `expected`: fields of the body as the caller last read them. They are
 * only compared, so any value will do; the limit of the body bounds them.
 */
export function withExpected(body: TSchema): TSchema {
  const fields = Object.keys(propertiesOf(body)).map((name) => [name, Type.Optional(Type.Unsafe({}))]);
  const expected = strict(Object.fromEntries(fields) as TProperties, {
    description:
      'Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved',
  });
  return strict({ ...propertiesOf(body), expected: Type.Optional(expected) });
}

/** Takes `expected` out of a valid body: handlers do not know it. */
export function splitExpected(
  { current }: { current?: unknown },
  given: unknown,
): { body: unknown; expected: Fields | undefined } {
  if (current === undefined) return { body: given, expected: undefined };
  const { expected, ...body } = given as { expected?: Fields };
  return { body, expected };
}

const lock = statement(
  'kernel.lock_record',
  (p: { key: string }) => sql`select from pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** Two who save the same record at once: the second compares after the first has committed. */
export const lockRecord = (tx: Tx, rowId: string, params: unknown): Promise<unknown> =>
  tx.run(lock({ key: params === undefined ? rowId : JSON.stringify(params) }));

/** Compares what readers of the record get, so that a field outside the reply is neither compared nor shown. */
export function refuseChanged(reply: TSchema, expected: Fields, record: unknown): void {
  const now = JSON.parse(serializerOf(reply)(record)) as Fields;
  const changed = Object.keys(expected).filter((name) => !isDeepStrictEqual(expected[name], now[name]));
  if (changed.length === 0) return;
  const current = Object.fromEntries(Object.keys(expected).map((name) => [name, now[name]]));
  fail(kernelErrors.changed_meanwhile, { data: { changed, current } });
}
