import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readPageSize } from '../../api/call.ts';
import { fetchQueue, type QueueQuery, type QueueStats, statsQuery } from '../../api/officer.ts';
import { useServerSort } from '../../ui/table/server-sort.ts';
import { buildQuery, QUEUE_SORTS, QUEUE_VIEW, type QueueChoice } from './queue-views.ts';

const QUEUE_PAGE = 50;

/** Counts are cheap and polled often; the list is fetched again only after they changed. */
export function useStats(): QueueStats | undefined {
  const client = useQueryClient();
  const { data } = useQuery(statsQuery);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const counts = JSON.stringify(data);
    if (seen.current !== null && seen.current !== counts)
      client.invalidateQueries({ queryKey: ['officer', 'queue'] });
    seen.current = counts;
  }, [client, data]);
  return data;
}

/** A choice of cases, or a search in it. Rows stay until the next search has loaded, but not across choices. */
export function queueQuery(choice: QueueChoice, q: string, sort: QueueQuery['sort']) {
  const chosen = JSON.stringify([choice, sort]);
  return infiniteQueryOptions({
    queryKey: ['officer', 'queue', chosen, q],
    queryFn: async ({ pageParam, signal, meta }) => {
      const limit = String(readPageSize(meta, QUEUE_PAGE));
      const query = { ...buildQuery(choice), ...(q === '' ? {} : { q }), sort, limit };
      return { ...(await fetchQueue(query, pageParam, signal)), q };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (before, query) => (query?.queryKey[2] === chosen ? before : undefined),
  });
}

/** The chosen order; undefined: by deadline. */
export const useQueueSort = () => useServerSort(QUEUE_VIEW, QUEUE_SORTS);

export const useQueue = (choice: QueueChoice, q: string) =>
  useInfiniteQuery(queueQuery(choice, q, useQueueSort()));
