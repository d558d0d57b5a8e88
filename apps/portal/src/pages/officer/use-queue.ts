import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchQueue, fetchStats, type QueueStats } from '../../api/officer.ts';
import { hasMore, VIEWS, type ViewKey } from './queue-views.ts';

const POLL_MS = 30_000;

/** Counts are cheap and asked for often; the list is fetched anew only when they say that something has changed. */
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

export function useQueue(key: ViewKey) {
  const view = VIEWS[key];
  return useInfiniteQuery({
    queryKey: ['officer', 'queue', key],
    queryFn: ({ pageParam, signal }) => fetchQueue(view.query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (hasMore(view, page, Date.now()) ? page.next : undefined),
  });
}
