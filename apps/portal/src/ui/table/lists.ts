import {
  type InfiniteData,
  type QueryFunction,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ListSource } from './list-source.ts';
import { type ServerSorts, type SortBy, useServerSort } from './server-sort.ts';
import { type Filters, useFilters } from './use-filters.ts';
import { useView } from './use-view.ts';

export interface CursorPage {
  items: unknown[];
  total: number;
  total_capped?: true;
  next?: string;
}

/** The largest page of the server: an export reads the list in few requests. */
const EXPORT_PAGE = 200;

/** A list that grows at its top: newest first, older ones on request. `sorts` are those that its query asks for. */
export function useCursorList<Page extends CursorPage, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
  sorts: ServerSorts = {},
): ListSource<Page['items'][number]> {
  const client = useQueryClient();
  const query = useInfiniteQuery(options);
  const first = query.data?.pages[0];
  return {
    rows: query.data?.pages.flatMap((page) => page.items),
    error: query.error,
    retry: query.refetch,
    total: first?.total ?? 0,
    isCapped: first?.total_capped ?? false,
    isStale: query.isPlaceholderData,
    sorts: Object.keys(sorts),
    more: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      error: query.isFetchNextPageError ? query.error : null,
      load: query.fetchNextPage,
    },
    readPage: async (at, signal) => {
      // Past the cache, which would keep every page of the export in memory.
      const read = options.queryFn as QueryFunction<Page, Key, string | undefined>;
      const page = await read({
        client,
        queryKey: options.queryKey,
        pageParam: at,
        direction: 'forward',
        meta: { limit: EXPORT_PAGE },
        signal,
      });
      return { rows: page.items, next: page.next };
    },
  };
}

export interface PageWanted {
  offset: number;
  limit: number;
  sort?: string | undefined;
  cursor?: string | undefined;
}

interface PagedList<Page, Key extends QueryKey, Sorts extends ServerSorts> {
  /** The list's name, used as key of its stored view. */
  id: string;
  size: number;
  sorts: Sorts;
  query(page: PageWanted & { sort: SortBy<Sorts> | undefined }): UseQueryOptions<Page, Error, Page, Key>;
}

export const readOffset = (filters: Filters) => Math.max(0, Number.parseInt(filters.get('offset'), 10) || 0);
export const moveTo = (filters: Filters) => (offset: number) =>
  filters.set({ offset: offset > 0 ? String(offset) : null });

/** One page of a list that is too long to load whole; the address holds its offset. */
export function usePagedList<
  Page extends { items: unknown[]; total: number; next?: string },
  Key extends QueryKey,
  const Sorts extends ServerSorts,
>({ id, size, sorts, query: ask }: PagedList<Page, Key, Sorts>): ListSource<Page['items'][number]> {
  const client = useQueryClient();
  const filters = useFilters();
  const [view] = useView(id);
  const sort = useServerSort(id, sorts);
  const offset = readOffset(filters);
  const limit = view.size ?? size;
  const query = useQuery(ask({ offset, limit, sort }));
  return {
    rows: query.data?.items,
    error: query.error,
    retry: query.refetch,
    total: query.data?.total ?? 0,
    isCapped: false,
    isStale: query.isPlaceholderData,
    sorts: Object.keys(sorts),
    pages: { offset, size: limit, onMove: moveTo(filters) },
    // By cursor: a row that is added meanwhile would shift the offsets, so that another is missed or repeated.
    readPage: async (cursor, signal) => {
      const { queryFn, queryKey } = ask({ offset: 0, limit: EXPORT_PAGE, sort, cursor });
      const read = queryFn as QueryFunction<Page, Key>;
      const page = await read({ client, queryKey, meta: undefined, signal });
      return { rows: page.items, next: page.next };
    },
  };
}
