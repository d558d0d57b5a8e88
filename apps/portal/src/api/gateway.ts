import type { Upstream as Service, UpstreamBody as ServiceBody } from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type {
  GatewayCall,
  GatewayOverview as Overview,
  GatewayTrafficPoint as TrafficPoint,
  Upstream as Service,
  UpstreamBody as ServiceBody,
} from '@tamga/client';

const LOG_PAGE = 50;
/** Interval at which figures of a running gateway are refreshed. */
const REFRESH_MS = 30_000;

export const servicesQuery = queryOptions({
  queryKey: ['gateway', 'services'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/gateway/services', { signal })).items,
});

export const overviewQuery = queryOptions({
  queryKey: ['gateway', 'overview'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gateway/overview', { signal }),
  refetchInterval: REFRESH_MS,
});

export function trafficQuery(id: string, hours: number) {
  return queryOptions({
    queryKey: ['gateway', 'traffic', id, hours],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gateway/services/{id}/traffic', { params: { id }, query: { hours }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export const callsQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: ['gateway', 'calls'],
  queryFn: ({ pageParam, signal, meta }) =>
    callApi('GET /api/v1/gateway/logs', {
      query: { limit: readPageSize(meta, LOG_PAGE), cursor: pageParam },
      signal,
    }),
});

export const createService = (body: ServiceBody): Promise<Service> =>
  callApi('POST /api/v1/gateway/services', { body });

export const saveService = (id: string, body: ServiceBody): Promise<Service> =>
  callApi('PUT /api/v1/gateway/services/{id}', { params: { id }, body });

export async function deleteService(id: string): Promise<void> {
  await callApi('DELETE /api/v1/gateway/services/{id}', { params: { id } });
}
