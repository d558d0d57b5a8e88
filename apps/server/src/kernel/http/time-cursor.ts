import { type TSchema, Type } from 'typebox';
import { fail, kernelErrors } from './errors.ts';

/** Where a page ended. Growing tables are read by time and id, so that new rows neither shift nor repeat old ones. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** The query of a list that pages by cursor. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 30, pattern: '^\\d{1,13}-\\d{1,15}$' })),
};

/** Without `total`: counting a growing table costs more than the page, and is out of date when it arrives. */
export function pageOf<S extends TSchema>(item: S) {
  return Type.Object({ items: Type.Array(item), next: Type.Optional(Type.String()) });
}

export interface PageRequest {
  readonly limit: number;
  readonly before: Place | undefined;
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

/** The store reads one row more than asked for: its presence alone says that there is a next page. */
export function cutPage<R extends { id: number }>(
  rows: readonly R[],
  limit: number,
  timeOf: (row: R) => string,
): { items: readonly R[]; next?: string } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, next: `${new Date(timeOf(last)).getTime()}-${last.id}` };
}

/** RFC 3339 also has second 60, which no Date holds, and years that PostgreSQL does not take: nothing is that old. */
export function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return time.getTime() >= 0 ? time.toISOString() : fail(kernelErrors.bad_request, { detail: 'time' });
}
