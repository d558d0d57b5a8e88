import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

/** Asked when the chooser opens: rights end while a page is open, and the server checks each call anyway. */
export const actingPartiesQuery = queryOptions({
  queryKey: ['acting', 'parties'],
  queryFn: ({ signal }) => callApi('GET /api/v1/acting/parties', { signal }),
  staleTime: 60_000,
});
