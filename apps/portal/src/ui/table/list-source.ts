import type { UseQueryResult } from '@tanstack/react-query';

/** The rows of a list as far as they are known, and the ways to more of them. */
export interface ListSource<Row> {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  error: unknown;
  retry(): void;
  total: number;
  /** The server stops counting: there are more than `total`. */
  isCapped: boolean;
  /** The rows on the screen still answer the question before. */
  isStale: boolean;
  pages?: { offset: number; size: number; isSizeFixed?: true; onMove(offset: number): void };
  more?: MoreRows;
  /** Everything that the filters match, up to MOST_EXPORTED. */
  readAll?(): Promise<readonly Row[]>;
}

export interface MoreRows {
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  load(): void;
}

/** Bounds an export: a log of millions would hold the browser and the server for minutes. */
export const MOST_EXPORTED = 5000;

export const isWhole = ({ rows, total, isCapped, more }: ListSource<unknown>): boolean =>
  rows !== undefined && rows.length >= total && !isCapped && !more?.hasMore;

/** Rows that are all in memory; the table sorts them and divides them into pages. */
export function plainList<Row>(rows: readonly Row[]): ListSource<Row> {
  return {
    rows,
    error: null,
    retry: () => undefined,
    total: rows.length,
    isCapped: false,
    isStale: false,
  };
}

/** One answer that holds the whole list. */
export function wholeList<Data, Row>(
  query: UseQueryResult<Data>,
  read: (data: Data) => readonly Row[],
): ListSource<Row> {
  const rows = query.data === undefined ? undefined : read(query.data);
  return { ...plainList(rows ?? []), rows, error: query.error, retry: query.refetch };
}
