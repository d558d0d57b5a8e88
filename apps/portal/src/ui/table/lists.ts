import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ListSource, MOST_EXPORTED } from './list-source.ts';
import { type Filters, useFilters } from './use-filters.ts';
import { useView } from './use-view.ts';

export interface CursorPage {
  items: unknown[];
  total: number;
  total_capped?: true;
  next?: string;
}

/** A list that grows at its top: newest first, older ones on request. */
export function useCursorList<Page extends CursorPage, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
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
    more: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      error: query.isFetchNextPageError ? query.error : null,
      load: query.fetchNextPage,
    },
    readAll: async () => {
      // A separate key, because the visible list would otherwise render thousands of rows.
      const { pages } = await client.fetchInfiniteQuery({
        queryKey: [...options.queryKey, 'export'] as readonly unknown[] as Key,
        ...(options.queryFn ? { queryFn: options.queryFn } : {}),
        initialPageParam: options.initialPageParam,
        getNextPageParam: options.getNextPageParam,
        pages: Math.ceil(MOST_EXPORTED / Math.max(1, first?.items.length ?? 1)),
        gcTime: 0,
      });
      return pages.flatMap((page) => page.items);
    },
  };
}

export interface PageWanted {
  offset: number;
  limit: number;
}

interface PagedList<Page, Key extends QueryKey> {
  /** The list's name, used as key of its stored view. */
  id: string;
  size: number;
  query(page: PageWanted): UseQueryOptions<Page, Error, Page, Key>;
}

const EXPORT_PAGE = 100;

export const readOffset = (filters: Filters) => Math.max(0, Number.parseInt(filters.get('offset'), 10) || 0);
export const moveTo = (filters: Filters) => (offset: number) =>
  filters.set({ offset: offset > 0 ? String(offset) : null });

/** One page of a list that is too long to load whole; the address holds its offset. */
export function usePagedList<Page extends { items: unknown[]; total: number }, Key extends QueryKey>({
  id,
  size,
  query: ask,
}: PagedList<Page, Key>): ListSource<Page['items'][number]> {
  const client = useQueryClient();
  const filters = useFilters();
  const [view] = useView(id);
  const offset = readOffset(filters);
  const limit = view.size ?? size;
  const query = useQuery(ask({ offset, limit }));
  return {
    rows: query.data?.items,
    error: query.error,
    retry: query.refetch,
    total: query.data?.total ?? 0,
    isCapped: false,
    isStale: query.isPlaceholderData,
    pages: { offset, size: limit, onMove: moveTo(filters) },
    readAll: async () => {
      const rows: Page['items'] = [];
      for (let total = 1; rows.length < Math.min(total, MOST_EXPORTED); ) {
        const page = await client.fetchQuery(ask({ offset: rows.length, limit: EXPORT_PAGE }));
        if (page.items.length === 0) break;
        rows.push(...page.items);
        total = page.total;
      }
      return rows;
    },
  };
}
