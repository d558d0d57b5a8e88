import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchQueue, type QueueStats, statsQuery } from '../../api/officer.ts';
import { buildQuery, type QueueChoice } from './queue-views.ts';

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
export function queueQuery(choice: QueueChoice, q: string) {
  const chosen = JSON.stringify(choice);
  return infiniteQueryOptions({
    queryKey: ['officer', 'queue', chosen, q],
    queryFn: async ({ pageParam, signal }) => ({
      ...(await fetchQueue({ ...buildQuery(choice), ...(q === '' ? {} : { q }) }, pageParam, signal)),
      q,
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (before, query) => (query?.queryKey[2] === chosen ? before : undefined),
  });
}

export const useQueue = (choice: QueueChoice, q: string) => useInfiniteQuery(queueQuery(choice, q));
