import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchQueue, fetchStats, type QueueStats } from '../../api/officer.ts';
import { VIEWS, type ViewKey } from './queue-views.ts';

const POLL_MS = 30_000;

/** Counts are cheap and polled often; the list is fetched again only after they changed. */
export function useStats(): QueueStats | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['officer', 'stats'],
    queryFn: ({ signal }) => fetchStats(signal),
    refetchInterval: POLL_MS,
  });
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

/** A view, or a search in it. Rows stay until the next search has loaded, but not across views. */
export function useQueue(view: ViewKey, q: string) {
  return useInfiniteQuery({
    queryKey: ['officer', 'queue', view, q],
    queryFn: async ({ pageParam, signal }) => ({
      ...(await fetchQueue({ ...VIEWS[view].query, ...(q === '' ? {} : { q }) }, pageParam, signal)),
      q,
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (before, query) => (query?.queryKey[2] === view ? before : undefined),
  });
}
