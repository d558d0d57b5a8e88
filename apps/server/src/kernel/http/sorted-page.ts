import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { type Statement, statement } from '../db/query.ts';
import type { RowOf, RowShape } from '../db/row-shape.ts';
import { failField } from './errors.ts';
import { oneOf, Type } from './schemas.ts';
import { type PageRequest, pageEnd } from './time-cursor.ts';

const casts = {
  timestamptz: (value: unknown) => sql`${value}::timestamptz`,
  text: (value: unknown) => sql`${value}::text`,
  uuid: (value: unknown) => sql`${value}::uuid`,
  int8: (value: unknown) => sql`${value}::int8`,
};

/** Never null: `coalesce` gives rows without a value their place. A time has at most milliseconds, as `value` does. */
export interface SortColumn<R> {
  readonly by: RawBuilder<unknown>;
  readonly type: keyof typeof casts;
  /** The value of a row, for the cursor. */
  value(row: R): string;
}

/** A name sorts upwards, with a minus downwards. */
export type SortName<N extends string> = N | `-${N}`;

/** The values of the last row of the page before: of the sorted columns, then of the id. */
export type SortPlace = readonly string[];

export interface SortedRequest<N extends string> extends PageRequest<SortPlace> {
  readonly sort: SortName<N>;
}

/**
 * The orders in which a list can be read. Every order ends with the unique `tie` and has one direction for all of its
 * columns, so that one index serves both directions and a row comparison finds the next page in it.
 */
export function defineSorts<R, const N extends string>(given: {
  sorts: Readonly<Record<N, readonly SortColumn<R>[]>>;
  tie: SortColumn<R>;
  /** The order without a `sort` parameter. */
  usual: SortName<NoInfer<N>>;
}) {
  const { sorts, tie, usual } = given;
  const names = (Object.keys(sorts) as N[]).flatMap((name): SortName<N>[] => [name, `-${name}`]);
  const isDown = (sort: SortName<N>) => sort.startsWith('-');
  const columnsOf = (sort: SortName<N>) => [...sorts[(isDown(sort) ? sort.slice(1) : sort) as N], tie];
  return {
    names,
    usual,
    query: {
      sort: Type.Optional(oneOf(...names)),
      cursor: Type.Optional(Type.String({ maxLength: 2000, pattern: '^[\\w-]+$' })),
    },
    read(query: {
      sort?: SortName<N> | undefined;
      cursor?: string | undefined;
      limit?: number | undefined;
    }): SortedRequest<N> {
      const { sort = usual, cursor, limit = 50 } = query;
      const before = cursor === undefined ? undefined : readCursor(cursor, sort, columnsOf(sort));
      return { sort, limit, before };
    },
    write: (sort: SortName<N>, row: R): string =>
      Buffer.from(JSON.stringify([sort, ...columnsOf(sort).map(({ value }) => value(row))])).toString(
        'base64url',
      ),
    orderBy: (sort: SortName<N>): RawBuilder<unknown> =>
      sql.join(columnsOf(sort).map(({ by }) => (isDown(sort) ? sql`${by} desc` : by))),
    /** `place` holds values, or the parameters of a prepared statement. */
    isAfter(sort: SortName<N>, place: readonly unknown[]): RawBuilder<boolean> {
      const columns = columnsOf(sort);
      const row = sql.join(columns.map(({ by }) => by));
      const last = sql.join(columns.map(({ type }, index) => casts[type](place[index])));
      return isDown(sort) ? sql`(${row}) < (${last})` : sql`(${row}) > (${last})`;
    },
  };
}

/** A list that is paged by offset for people, and by cursor for programs that read on. */
export const offsetPageOf = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), total: Type.Integer(), next: pageEnd.next });

/** A cursor is a place already: an offset from it would skip rows. */
export function readOffset({ offset = 0, cursor }: { offset?: number; cursor?: string }): number {
  if (cursor !== undefined && offset > 0)
    failField('offset', {
      mn: 'Үргэлжлэлийн тэмдэгтэй хамт өгөх боломжгүй.',
      en: 'cannot be combined with a cursor',
    });
  return offset;
}

export type Sorts<R, N extends string> = ReturnType<typeof defineSorts<R, N>>;

interface PageParts {
  /** True for the first page. */
  readonly isAfter: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  /** One row more than the page: it tells whether there is a next one. */
  readonly limit: unknown;
}

/** Hand-written SQL of one page, as one statement per order; each is planned for its values. */
export function sortedStatement<Shape extends RowShape, N extends string, Params extends object>(
  name: string,
  shape: Shape,
  sorts: Sorts<RowOf<Shape>, N>,
  build: (p: Params, page: PageParts) => RawBuilder<unknown>,
): (params: Params, page: SortedRequest<N>) => Statement<RowOf<Shape>> {
  const make = (sort: SortName<N>, isFirst: boolean) =>
    statement(
      `${name}.${sort}${isFirst ? '' : '.after'}`,
      shape,
      (p: Params & Record<string, unknown>) => {
        const place = [p['place0'], p['place1'], p['place2']];
        return build(p, {
          isAfter: isFirst ? sql`true` : sorts.isAfter(sort, place),
          order: sorts.orderBy(sort),
          limit: p['limit'],
        });
      },
      { plan: 'each call' },
    );
  const made = new Map(
    sorts.names.flatMap((sort) => [true, false].map((first) => [`${sort} ${first}`, make(sort, first)])),
  );
  return (params, { sort, before, limit }) => {
    const page = made.get(`${sort} ${before === undefined}`);
    if (page === undefined) throw new Error(`${name} has no order ${sort}`);
    const [place0, place1, place2] = before ?? [];
    return page({ ...params, place0, place1, place2, limit: limit + 1 } as never);
  };
}

/** A cursor belongs to the order that wrote it: in another one its place would skip rows. */
function readCursor(cursor: string, sort: string, columns: readonly Pick<SortColumn<never>, 'type'>[]) {
  const [of, ...place] = parse(cursor);
  if (of !== sort || place.length !== columns.length) return refuse();
  return columns.map(({ type }, index) => {
    const value = place[index];
    return typeof value === 'string' && isValid[type](value) ? value : refuse();
  });
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const refuse = (): never =>
  failField('cursor', {
    mn: 'Энэ дараалалд тохирохгүй байна. Жагсаалтыг эхнээс нь уншина уу.',
    en: 'does not belong to this order; read the list from its beginning',
  });

/** PostgreSQL would answer a value of another type with an error, which is a 500. */
const isValid: Readonly<Record<keyof typeof casts, (value: string) => boolean>> = {
  timestamptz: (value) => /^-?infinity$/.test(value) || (value >= '0001' && isTime(value)),
  text: (value) => value.isWellFormed() && !value.includes('\0'),
  uuid: (value) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value),
  int8: (value) => /^\d{1,15}$/.test(value),
};

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
