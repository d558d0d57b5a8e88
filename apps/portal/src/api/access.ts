import type { CallerAccess as Access } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { CallerAccess as Access } from '@tamga/client';

/** What the person may do. It decides what is shown; what is allowed the server decides at every call. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => callApi('GET /api/v1/rbac/me', { signal }),
  staleTime: 60_000,
});

export function isAdministrator(access: Access): boolean {
  return access.role === 'admin' || access.role === 'superadmin';
}
