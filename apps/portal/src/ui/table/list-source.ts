import type { UseQueryResult } from '@tanstack/react-query';

/** The loaded rows of a list, and the ways to load more. */
export interface ListSource<Row> {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  error: unknown;
  retry(): void;
  total: number;
  /** The server stops counting: there are more than `total`. */
  isCapped: boolean;
  /** The visible rows still belong to the previous query. */
  isStale: boolean;
  pages?: { offset: number; size: number; isSizeFixed?: true; onMove(offset: number): void };
  more?: MoreRows;
  /** Keys of the columns that the server sorts by: the whole list, however much of it is loaded. */
  sorts?: readonly string[];
  /** One page of the rows that match the filters, in the chosen order; `next` of the page before leads to it. */
  readPage?(at: string | undefined, signal: AbortSignal): Promise<PageOfRows<Row>>;
}

export interface PageOfRows<Row> {
  rows: readonly Row[];
  next: string | undefined;
}

export interface MoreRows {
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  load(): void;
}

export const isWhole = ({ rows, total, isCapped, more }: ListSource<unknown>): boolean =>
  rows !== undefined && rows.length >= total && !isCapped && !more?.hasMore;

/** Rows that are all in memory; the table sorts and pages them. */
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

/** One answer with the whole list. */
export function wholeList<Data, Row>(
  query: UseQueryResult<Data>,
  read: (data: Data) => readonly Row[],
): ListSource<Row> {
  const rows = query.data === undefined ? undefined : read(query.data);
  return { ...plainList(rows ?? []), rows, error: query.error, retry: query.refetch };
}
