import type { Operations } from '@tamga/client';
import { callApi } from './call.ts';
import { request } from './http.ts';

export interface Page<Item> {
  items: Item[];
  total: number;
}

export interface AdminUser {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  ge_id?: string;
  created_at: string;
  updated_at: string | null;
}

export interface UserFilter {
  q: string;
  role: number | null;
  active: boolean | null;
  offset: number;
  limit: number;
}

export interface NewUser {
  register: string;
  last_name?: string;
  first_name?: string;
  last_name_en?: string;
  first_name_en?: string;
  role_id?: number;
}

/** The person is asked on their phone (PIN2) whether they take the role. */
export interface Approval {
  sid: string;
  state: string;
  verification_code: string;
  expires_at: string;
}

export interface Role {
  id: number;
  key: string;
  name: string;
  description: string;
  is_system: boolean;
  permissions: string[];
}

export interface Permission {
  key: string;
  label: string;
  category: string;
}

export interface RoleBody {
  name: string;
  key?: string;
  description?: string;
  permissions?: string[];
}

export type AuditEntry = Operations['GET /api/v1/audit/']['data']['items'][number];
export type AuditFilter = Omit<Operations['GET /api/v1/audit/']['query'], 'cursor' | 'limit'>;
export type Verification = Operations['GET /api/v1/audit/verify']['data'];

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface SecurityEvent {
  id: number;
  received_at: string;
  user_id?: string;
  kind: string;
  severity?: Severity;
  source?: string;
  user_agent?: string;
  ip?: string;
  detail?: unknown;
}

export interface SecurityFilter {
  kind?: string;
  severity?: string;
  from?: string;
  to?: string;
}

const PAGE_SIZE = 50;
/** The whole log is walked through, which takes as long as the log is. */
const VERIFY_TIMEOUT_MS = 120_000;

function buildQuery(values: Record<string, string | number | boolean | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

const userPath = (id: string) => `/api/v1/admin/users/${encodeURIComponent(id)}`;
const rolePath = (id: number) => `/api/v1/rbac/roles/${id}`;

export async function fetchUsers(filter: UserFilter, signal: AbortSignal): Promise<Page<AdminUser>> {
  const { data } = await request<Page<AdminUser>>(`/api/v1/admin/users${buildQuery({ ...filter })}`, {
    signal,
  });
  return data;
}

export async function createUser(body: NewUser): Promise<AdminUser> {
  const { data } = await request<AdminUser>('/api/v1/admin/users', { method: 'POST', body });
  return data;
}

/** Answers the person with the new role, or that the person is being asked: the same call then asks how it went. */
export async function putUserRole(
  id: string,
  roleId: number,
  signal: AbortSignal,
): Promise<AdminUser | { approval: Approval }> {
  const { data } = await request<AdminUser | { approval: Approval }>(`${userPath(id)}/role`, {
    method: 'PUT',
    body: { role_id: roleId },
    signal,
    timeoutMs: 30_000,
  });
  return data;
}

export async function putUserActive(id: string, active: boolean): Promise<AdminUser> {
  const { data } = await request<AdminUser>(`${userPath(id)}/active`, { method: 'PUT', body: { active } });
  return data;
}

export async function putUserGeId(id: string, geId: string): Promise<AdminUser> {
  const { data } = await request<AdminUser>(userPath(id), { method: 'PUT', body: { ge_id: geId || null } });
  return data;
}

export async function deleteUser(id: string): Promise<void> {
  await request(userPath(id), { method: 'DELETE' });
}

export async function fetchRoles(signal: AbortSignal): Promise<Role[]> {
  const { data } = await request<Page<Role>>('/api/v1/rbac/roles', { signal });
  return data.items;
}

export async function fetchPermissions(signal: AbortSignal): Promise<Permission[]> {
  const { data } = await request<Page<Permission>>('/api/v1/rbac/permissions', { signal });
  return data.items;
}

export async function createRole(body: RoleBody): Promise<Role> {
  const { data } = await request<Role>('/api/v1/rbac/roles', { method: 'POST', body });
  return data;
}

export async function saveRole(id: number, body: RoleBody): Promise<Role> {
  const { data } = await request<Role>(rolePath(id), { method: 'PUT', body });
  return data;
}

export async function deleteRole(id: number): Promise<void> {
  await request(rolePath(id), { method: 'DELETE' });
}

export function fetchAudit(filter: AuditFilter, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filter, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
  return callApi('GET /api/v1/audit/', { query, signal });
}

export function verifyAudit(): Promise<Verification> {
  return callApi('GET /api/v1/audit/verify', { query: {}, timeoutMs: VERIFY_TIMEOUT_MS });
}

export async function fetchSecurityEvents(
  filter: SecurityFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ items: SecurityEvent[]; next?: string }> {
  const query = buildQuery({ ...filter, limit: PAGE_SIZE, cursor });
  const { data } = await request<{ items: SecurityEvent[]; next?: string }>(
    `/api/v1/security/events${query}`,
    {
      signal,
    },
  );
  return data;
}
