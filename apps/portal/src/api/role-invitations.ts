import type { RoleInvitation, RoleInvitationBody } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { OwnRoleInvitation, RoleInvitation, RoleInvitationBody } from '@tamga/client';

export const waitingInvitationsQuery = queryOptions({
  queryKey: ['administration', 'role-invitations'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/admin/role-invitations', { signal })).items,
});

export const sendRoleInvitation = (body: RoleInvitationBody): Promise<RoleInvitation> =>
  callApi('POST /api/v1/admin/role-invitations', { body });

export const resendRoleInvitation = (id: string): Promise<RoleInvitation> =>
  callApi('POST /api/v1/admin/role-invitations/{id}/resend', { params: { id } });

export async function withdrawRoleInvitation(id: string): Promise<void> {
  await callApi('DELETE /api/v1/admin/role-invitations/{id}', { params: { id } });
}

export const ownRoleInvitationsQuery = queryOptions({
  queryKey: ['role-invitations'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/me/role-invitations', { signal })).items,
});

export const acceptRole = (id: string) =>
  callApi('POST /api/v1/me/role-invitations/{id}/accept', { params: { id } });

export async function declineRole(id: string): Promise<void> {
  await callApi('POST /api/v1/me/role-invitations/{id}/decline', { params: { id } });
}
