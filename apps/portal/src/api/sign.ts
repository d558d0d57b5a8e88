import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

const POLL_MS = 2000;

/** Asks until the phone has answered or gave up. */
export const signingQuery = (sid: string) =>
  queryOptions({
    queryKey: ['sign', 'status', sid],
    queryFn: ({ signal }) => callApi('GET /api/v1/sign/status/{sid}', { params: { sid }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'RUNNING' ? POLL_MS : false,
    gcTime: 0,
  });
