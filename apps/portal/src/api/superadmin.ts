import type {
  AccessMode as AccessModeSetting,
  SuperAdmin as Admin,
  SuperAdminInvite as Invite,
  SuperAdminBody as NewAdmin,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  SuperAdmin as Admin,
  SuperAdminBody as NewAdmin,
  SuperAdminInvite as Invite,
} from '@tamga/client';

export type AccessMode = AccessModeSetting['mode'];

export const adminsQuery = queryOptions({
  queryKey: ['superadmin', 'admins'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/superadmin/admins', { signal })).items,
});

export const invitesQuery = queryOptions({
  queryKey: ['superadmin', 'invites'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/superadmin/invites', { signal })).items,
});

export const accessModeQuery = queryOptions({
  queryKey: ['superadmin', 'access-mode'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/superadmin/access-mode', { signal })).mode,
});

export function findByRegister(register: string): Promise<Admin> {
  return callApi('GET /api/v1/superadmin/admins/by-register', { query: { register } });
}

export function grantByRegister(
  register: string,
  confirmation: { confirm_unattended?: true },
): Promise<Admin> {
  return callApi('POST /api/v1/superadmin/admins/by-register', { body: { register, ...confirmation } });
}

export function createAdmin(body: NewAdmin): Promise<Admin> {
  return callApi('POST /api/v1/superadmin/admins', { body });
}

export function revokeAdmin(id: string): Promise<Admin> {
  return callApi('DELETE /api/v1/superadmin/admins/{id}', { params: { id } });
}

export function createInvite(email: string): Promise<Invite> {
  return callApi('POST /api/v1/superadmin/invites', { body: { email } });
}

export async function deleteInvite(email: string): Promise<void> {
  await callApi('DELETE /api/v1/superadmin/invites/{email}', { params: { email } });
}

export async function putAccessMode(mode: AccessMode): Promise<AccessMode> {
  return (await callApi('PUT /api/v1/superadmin/access-mode', { body: { mode } })).mode;
}
