import type { CallerAccess as Access } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { CallerAccess as Access } from '@tamga/client';

/** The person's permissions. Pages use them to show or hide; the server checks them again at every call. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => callApi('GET /api/v1/rbac/me', { signal }),
  staleTime: 60_000,
});

export function isAdministrator(access: Access): boolean {
  return access.role === 'admin' || access.role === 'superadmin';
}
