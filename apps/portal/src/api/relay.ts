import type { DataOf, InputOf } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';
import { request } from './http.ts';
import { RELAY_FIGURES, RELAY_KEY } from './relay-key.ts';

export type {
  RelayAssignment,
  RelayAttempt,
  RelayDeadLetter,
  RelayDelivery,
  RelayDeliveryDetail,
  RelayEvent,
  RelayOverview,
  RelayPlatform,
  RelayPlatformFigures,
  RelayRequest,
  RelayRoute,
  RelaySecret,
  RelayTest,
} from '@tamga/client';

export { RELAY_KEY };

const PAGE_SIZE = 50;
/** The longest list of dead letters that the server gives. */
export const MOST_DEAD = 200;

export function overviewQuery(days: number) {
  return queryOptions({
    queryKey: [...RELAY_KEY, RELAY_FIGURES, days],
    queryFn: ({ signal }) => callApi('GET /api/v1/relay/overview', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}

type RequestQuery = NonNullable<InputOf<'GET /api/v1/relay/requests'>['query']>;
export type RequestFilter = Pick<
  RequestQuery,
  'status' | 'platform_id' | 'direction' | 'overdue' | 'q' | 'sort'
>;

export function requestsQuery(filter: RequestFilter) {
  return infiniteQueryOptions({
    ...byCursor,
    queryKey: [...RELAY_KEY, 'requests', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/relay/requests', {
        query: { ...filter, limit: String(readPageSize(meta, PAGE_SIZE)), cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

type Answered = DataOf<'GET /api/v1/relay/requests/{id}'>;
/** With the difference of the clocks: a deadline is the server's, and a visitor's clock may be wrong. */
export type RequestDetail = Answered & { clockSkewMs: number };

export function requestQuery(id: string) {
  return queryOptions({
    queryKey: [...RELAY_KEY, 'request', id],
    queryFn: async ({ signal }): Promise<RequestDetail> => {
      const path = `/api/v1/relay/requests/${encodeURIComponent(id)}`;
      const { data, clockSkewMs } = await request<Answered>(path, { signal });
      return { ...data, clockSkewMs };
    },
  });
}

export function deliveriesQuery(id: string) {
  return queryOptions({
    queryKey: [...RELAY_KEY, 'request', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await callApi('GET /api/v1/relay/requests/{id}/deliveries', { params: { id }, signal })).items,
  });
}

/** At most 50 at a time. */
export function statesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...RELAY_KEY, 'states', ids],
    queryFn: async ({ signal }) =>
      (await callApi('GET /api/v1/relay/deliveries', { query: { ids: ids.join(',') }, signal })).items,
  });
}

export const platformsQuery = queryOptions({
  queryKey: [...RELAY_KEY, 'platforms'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/relay/platforms', { signal })).items,
});

export const routesQuery = queryOptions({
  queryKey: [...RELAY_KEY, 'routes'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/relay/routes', { signal })).items,
});

export function deadLettersQuery(platformId: string) {
  return queryOptions({
    queryKey: [...RELAY_KEY, 'dead', platformId],
    queryFn: async ({ signal }) =>
      (
        await callApi('GET /api/v1/relay/dead-letters', {
          query: { limit: MOST_DEAD, platform_id: platformId || undefined },
          signal,
        })
      ).items,
    placeholderData: keepPreviousData,
  });
}

export type RequestBody = InputOf<'POST /api/v1/relay/requests'>['body'];
export type RespondBody = InputOf<'POST /api/v1/relay/assignments/{id}/respond'>['body'];
export type PlatformBody = InputOf<'POST /api/v1/relay/platforms'>['body'];
export type PlatformChange = InputOf<'PATCH /api/v1/relay/platforms/{id}'>['body'];
export type RotateBody = InputOf<'POST /api/v1/relay/platforms/{id}/rotate-secret'>['body'];
export type RouteBody = InputOf<'POST /api/v1/relay/routes'>['body'];

export const askPlatforms = (body: RequestBody, idempotencyKey: string) =>
  callApi('POST /api/v1/relay/requests', { body, idempotencyKey });

export const respond = (id: string, body: RespondBody) =>
  callApi('POST /api/v1/relay/assignments/{id}/respond', { params: { id }, body });

export const forwardRequest = (id: string, platformCode: string) =>
  callApi('POST /api/v1/relay/requests/{id}/forward', {
    params: { id },
    body: { platform_code: platformCode },
  });

export const readEvidence = (id: string) =>
  callApi('GET /api/v1/relay/requests/{id}/evidence', { params: { id } });

export const createPlatform = (body: PlatformBody) => callApi('POST /api/v1/relay/platforms', { body });

export const changePlatform = (id: string, body: PlatformChange) =>
  callApi('PATCH /api/v1/relay/platforms/{id}', { params: { id }, body });

export const deletePlatform = (id: string) =>
  callApi('DELETE /api/v1/relay/platforms/{id}', { params: { id } });

export const rotateSecret = (id: string, body: RotateBody) =>
  callApi('POST /api/v1/relay/platforms/{id}/rotate-secret', { params: { id }, body });

export const pausePlatform = (id: string, paused: boolean) =>
  callApi('POST /api/v1/relay/platforms/{id}/pause', { params: { id }, body: { paused } });

/** The server waits eight seconds for the answer, and as long for the keys of receipts. */
const TEST_MS = 20_000;
export const testPlatform = (id: string) =>
  callApi('POST /api/v1/relay/platforms/{id}/test', { params: { id }, timeoutMs: TEST_MS });

export const createRoute = (body: RouteBody) => callApi('POST /api/v1/relay/routes', { body });

export const deleteRoute = (id: string) => callApi('DELETE /api/v1/relay/routes/{id}', { params: { id } });

export const replayLetters = (ids: string[]) =>
  callApi('POST /api/v1/relay/dead-letters/replay', { body: { ids } });

export const loadDemonstration = () => callApi('POST /api/v1/relay/demo', {});
