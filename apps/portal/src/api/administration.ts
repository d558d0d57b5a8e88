import type { Operations } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi } from './call.ts';
import { request } from './http.ts';

export type AdminUser = Operations['GET /api/v1/admin/users']['data']['items'][number];
export type UserFilter = Pick<Operations['GET /api/v1/admin/users']['query'], 'offset' | 'limit'> & {
  q: string;
  role: number | null;
  active: boolean | null;
};
export type NewUser = Operations['POST /api/v1/admin/users']['body'];
/** The person is asked on their phone (PIN2) whether they take the role. */
export type Approval = NonNullable<Operations['PUT /api/v1/admin/users/{id}/role']['data']['approval']>;
export type RoleGift = Operations['PUT /api/v1/admin/users/{id}/role']['body'];
export type Role = Operations['GET /api/v1/rbac/roles']['data']['items'][number];
export type RoleBody = Operations['POST /api/v1/rbac/roles']['body'];
export type Permission = Operations['GET /api/v1/rbac/permissions']['data']['items'][number];
export type AuditEntry = Operations['GET /api/v1/audit/']['data']['items'][number];
export type AuditFilter = Omit<Operations['GET /api/v1/audit/']['query'], 'cursor' | 'limit'>;
export type Verification = Operations['GET /api/v1/audit/verify']['data'];
export type SecurityEvent = Operations['GET /api/v1/security/events']['data']['items'][number];
export type SecurityFilter = Omit<Operations['GET /api/v1/security/events']['query'], 'cursor' | 'limit'>;
export type Severity = NonNullable<SecurityEvent['severity']>;

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies Severity[];

const PAGE_SIZE = 50;
/** The whole log is walked through, which takes as long as the log is. */
const VERIFY_TIMEOUT_MS = 120_000;

export const USERS_KEY = ['administration', 'users'] as const;

export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...USERS_KEY, filter],
    queryFn: ({ signal }) => {
      const { q, role, active, ...page } = filter;
      const query = { ...page, q: q || undefined, role: role ?? undefined, active: active ?? undefined };
      return callApi('GET /api/v1/admin/users', { query, signal });
    },
    placeholderData: keepPreviousData,
  });

export type Authority = Operations['GET /api/v1/admin/authorities']['data']['items'][number];

/** Authorities named by public services; an officer is given some of them. */
export const authoritiesQuery = queryOptions({
  queryKey: ['administration', 'authorities'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/admin/authorities', { signal })).items,
  staleTime: 5 * 60_000,
});

export const putUserAuthorities = (id: string, authorities: string[]): Promise<AdminUser> =>
  callApi('PUT /api/v1/admin/users/{id}/authorities', { params: { id }, body: { authorities } });

export const createUser = (body: NewUser): Promise<AdminUser> =>
  callApi('POST /api/v1/admin/users', { body });

/** Answers the person with the new role, or that the person is being asked: the same call then asks how it went. */
export async function putUserRole(
  id: string,
  body: RoleGift,
  signal: AbortSignal,
): Promise<AdminUser | { approval: Approval }> {
  const { data } = await request<AdminUser | { approval: Approval }>(
    `/api/v1/admin/users/${encodeURIComponent(id)}/role`,
    { method: 'PUT', body, signal, timeoutMs: 30_000 },
  );
  return data;
}

export const putUserActive = (id: string, active: boolean): Promise<AdminUser> =>
  callApi('PUT /api/v1/admin/users/{id}/active', { params: { id }, body: { active } });

export const putUserGeId = (id: string, geId: string): Promise<AdminUser> =>
  callApi('PUT /api/v1/admin/users/{id}', { params: { id }, body: { ge_id: geId || null } });

export async function deleteUser(id: string): Promise<void> {
  await callApi('DELETE /api/v1/admin/users/{id}', { params: { id } });
}

export const rolesQuery = queryOptions({
  queryKey: ['administration', 'roles'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/rbac/roles', { signal })).items,
});

export const permissionsQuery = queryOptions({
  queryKey: ['administration', 'permissions'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/rbac/permissions', { signal })).items,
  staleTime: 10 * 60_000,
});

export const createRole = (body: RoleBody): Promise<Role> => callApi('POST /api/v1/rbac/roles', { body });

export const saveRole = (id: number, body: Omit<RoleBody, 'key'>): Promise<Role> =>
  callApi('PUT /api/v1/rbac/roles/{id}', { params: { id }, body });

export async function deleteRole(id: number): Promise<void> {
  await callApi('DELETE /api/v1/rbac/roles/{id}', { params: { id } });
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['administration', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET /api/v1/audit/', { query: { ...filter, limit: PAGE_SIZE, cursor: pageParam }, signal }),
  });

export const verifyAudit = (): Promise<Verification> =>
  callApi('GET /api/v1/audit/verify', { query: {}, timeoutMs: VERIFY_TIMEOUT_MS });

export const securityEventsQuery = (filter: SecurityFilter) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['administration', 'security', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET /api/v1/security/events', {
        query: { ...filter, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
  });
