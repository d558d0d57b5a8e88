import { type TSchema, Type } from 'typebox';
import type { Reader } from '../db/database.ts';
import { countOf, type Statement } from '../db/query.ts';
import { fail, kernelErrors } from './errors.ts';

/**
 * The end of a page; growing tables are read by time and id, so that new rows neither shift nor repeat old
 * ones.
 */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** The query of a list that pages by cursor. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 30, pattern: '^\\d{1,13}-\\d{1,15}$' })),
};

/**
 * Counting a growing table to its end would cost more than the page, so `total` is exact only up to this
 * limit. It equals the largest page size, because PostgreSQL reads that few along the index of the list, and
 * for more it sorts.
 */
export const maxCounted = 200;

export function pageOf<S extends TSchema>(item: S) {
  return Type.Object({ items: Type.Array(item), ...pageEnd });
}

export const pageEnd = {
  total: Type.Integer({
    description: `How many there are, up to ${maxCounted}; beyond that \`total_capped\` is true`,
    maximum: maxCounted,
  }),
  total_capped: Type.Optional(Type.Literal(true, { description: `There are more than ${maxCounted}` })),
  next: Type.Optional(Type.String({ description: 'The cursor of the next page, when there is one' })),
};

export interface PageRequest<P = Place> {
  readonly limit: number;
  readonly before: P | undefined;
}

export function readPageQuery(query: {
  limit?: number | undefined;
  cursor?: string | undefined;
}): PageRequest {
  const [ms, id] = (query.cursor ?? '').split('-');
  return {
    limit: query.limit ?? 50,
    before: id === undefined ? undefined : { at: new Date(Number(ms)).toISOString(), id: Number(id) },
  };
}

export interface FoundPage<R> {
  readonly rows: readonly R[];
  readonly total: number;
  readonly capped: boolean;
}

/**
 * One page and the total. The statement reads one row more than requested: the extra row means that there is a
 * next page, and without it the first page gives the total.
 */
export async function findPage<R, P>(
  db: Reader,
  page: PageRequest<P>,
  statementOf: (page: PageRequest<P>) => Statement<R>,
  count: () => Statement<{ total: number }> = () =>
    countOf(statementOf({ limit: maxCounted, before: undefined })),
): Promise<FoundPage<R>> {
  const rows = await db.run(statementOf(page));
  const isOnlyPage = page.before === undefined && rows.length <= page.limit;
  const known = isOnlyPage || rows.length > maxCounted ? rows.length : undefined;
  const counted = known ?? (await db.first(count()))?.total ?? rows.length;
  return { rows, total: Math.min(counted, maxCounted), capped: counted > maxCounted };
}

export interface CutPage<R> {
  readonly items: readonly R[];
  readonly total: number;
  readonly total_capped?: true;
  readonly next?: string;
}

export function cutPage<R>(
  { rows, total, capped }: FoundPage<R>,
  limit: number,
  placeOf: (row: R) => string,
): CutPage<R> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const page = capped ? ({ items, total, total_capped: true } as const) : { items, total };
  return rows.length <= limit || last === undefined ? page : { ...page, next: placeOf(last) };
}

/** The format that `readPageQuery` reads. */
export const writePlace = (time: string, id: number): string => `${new Date(time).getTime()}-${id}`;

/** RFC 3339 also allows second 60, which no Date holds, and years that PostgreSQL rejects; both are refused. */
export function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return time.getTime() >= 0 ? time.toISOString() : fail(kernelErrors.bad_request, { detail: 'time' });
}
