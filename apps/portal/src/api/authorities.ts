import type { AuthorityBody, AuthorityDetail, AuthorityOfficesBody as OfficesBody } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  Authority,
  AuthorityBody,
  AuthorityDetail,
  AuthorityOffice as Office,
  AuthorityOfficesBody as OfficesBody,
} from '@tamga/client';

export const AUTHORITIES_KEY = ['administration', 'authorities'] as const;

export const authoritiesQuery = queryOptions({
  queryKey: AUTHORITIES_KEY,
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/admin/authorities', { signal })).items,
});

export const authorityQuery = (id: string) =>
  queryOptions({
    queryKey: [...AUTHORITIES_KEY, id],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/authorities/{id}', { params: { id }, signal }),
  });

export const authorityReportQuery = queryOptions({
  queryKey: [...AUTHORITIES_KEY, 'report'],
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/authorities/report', { signal }),
});

export const saveAuthority = (id: string | null, body: AuthorityBody): Promise<AuthorityDetail> =>
  id === null
    ? callApi('POST /api/v1/admin/authorities', { body })
    : callApi('PUT /api/v1/admin/authorities/{id}', { params: { id }, body });

export const saveOffices = (id: string, body: OfficesBody): Promise<AuthorityDetail> =>
  callApi('PUT /api/v1/admin/authorities/{id}/offices', { params: { id }, body });

export async function deleteAuthority(id: string): Promise<void> {
  await callApi('DELETE /api/v1/admin/authorities/{id}', { params: { id } });
}
