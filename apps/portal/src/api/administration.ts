import type {
  AdminUser,
  AdminUserRoleOutcome,
  FilterOf,
  AdminUserBody as NewUser,
  QueryOf,
  Role,
  RoleBody,
  AdminUserRoleBody as RoleGift,
  SecurityEvent,
  AuditVerification as Verification,
} from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/language.ts';
import { byCursor, callApi, readPageSize } from './call.ts';
import { request } from './http.ts';

export type {
  AdminSession,
  AdminUser,
  AdminUserBody as NewUser,
  AdminUserDetail,
  AdminUserRoleBody as RoleGift,
  Approval,
  AuditEntry,
  AuditSentencePart,
  AuditVerification as Verification,
  Permission,
  Role,
  RoleBody,
  SecurityEvent,
} from '@tamga/client';

export type UserFilter = Pick<QueryOf<'GET /api/v1/admin/users'>, 'offset' | 'limit' | 'sort' | 'cursor'> & {
  q: string;
  role: number | null;
  active: boolean | null;
};
export type AuditFilter = FilterOf<'GET /api/v1/audit/'>;
export type SecurityFilter = FilterOf<'GET /api/v1/security/events'>;
export type Severity = NonNullable<SecurityEvent['severity']>;

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies Severity[];

const PAGE_SIZE = 50;
/** The server verifies the whole log, which takes longer as the log grows. */
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

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/users/{id}', { params: { id }, signal }),
  });

/** An administrator accepts that cases stay without an officer. */
interface Confirmation {
  confirm_unattended?: true;
}

export const putUserAuthorities = (
  id: string,
  body: { authorities: string[] } & Confirmation,
): Promise<AdminUser> => callApi('PUT /api/v1/admin/users/{id}/authorities', { params: { id }, body });

export const createUser = (body: NewUser): Promise<AdminUser> =>
  callApi('POST /api/v1/admin/users', { body });

/**
 * Answers the person with the new role, or that the person has to confirm first; repeating the call then reads the
 * result.
 */
export async function putUserRole(
  id: string,
  body: RoleGift,
  signal: AbortSignal,
): Promise<AdminUserRoleOutcome> {
  const { data } = await request<AdminUserRoleOutcome>(`/api/v1/admin/users/${encodeURIComponent(id)}/role`, {
    method: 'PUT',
    body,
    signal,
    timeoutMs: 30_000,
  });
  return data;
}

export const putUserActive = (id: string, active: boolean, confirmation: Confirmation): Promise<AdminUser> =>
  callApi('PUT /api/v1/admin/users/{id}/active', { params: { id }, body: { active, ...confirmation } });

export const putUserGeId = (
  id: string,
  body: { ge_id: string | null; confirm_reuse?: true },
): Promise<AdminUser> => callApi('PUT /api/v1/admin/users/{id}', { params: { id }, body });

export async function endSessionOf(id: string, sessionId: string): Promise<void> {
  const params = { id, session_id: sessionId };
  await callApi('DELETE /api/v1/admin/users/{id}/sessions/{session_id}', { params });
}

export const endSessionsOf = (id: string): Promise<{ ended: number }> =>
  callApi('POST /api/v1/admin/users/{id}/sessions/end', { params: { id } });

export async function deleteUser(id: string, confirmation: Confirmation): Promise<void> {
  await callApi('DELETE /api/v1/admin/users/{id}', { params: { id }, query: confirmation });
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
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/audit/', {
        query: { ...filter, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
  });

/** Streams from the server: the whole log would not fit into the page. */
export function auditExportPath(filter: AuditFilter, format: 'csv' | 'jsonl', language: Language): string {
  const query = new URLSearchParams({ format, language });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value));
  return `/api/v1/audit/download?${query}`;
}

export const verifyAudit = (): Promise<Verification> =>
  // The page reports on the whole log; without `whole` the server begins at the last verified head.
  callApi('GET /api/v1/audit/verify', { query: { whole: true }, timeoutMs: VERIFY_TIMEOUT_MS });

export const securityEventsQuery = (filter: SecurityFilter) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['administration', 'security', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/security/events', {
        query: { ...filter, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
  });
