import type {
  Invitation,
  Member,
  OrganisationBody as NewOrganisation,
  Organisation,
  OrganisationRecord as RegistryRecord,
  SignerChange as SignersAnswer,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  Invitation,
  Member,
  Organisation,
  OrganisationBody as NewOrganisation,
  OrganisationRecord as RegistryRecord,
  ReceivedInvitation,
  Representation,
  Signer,
  SignerChange as SignersAnswer,
  SignerOrganisation,
} from '@tamga/client';

export type MemberRole = Member['role'];

export const ORGANISATIONS_KEY = ['organisations'] as const;

export const organisationsQuery = queryOptions({
  queryKey: [...ORGANISATIONS_KEY, 'list'],
  queryFn: ({ signal }) => callApi('GET /api/v1/org/', { signal }),
});

export const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORGANISATIONS_KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/org/{id}', { params: { id }, signal }),
  });

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORGANISATIONS_KEY, 'one', id, 'members'],
    queryFn: ({ signal }) => callApi('GET /api/v1/org/{id}/members', { params: { id }, signal }),
  });

/** The state registry and the eID provider may be slow; the server's timeout is shorter than this. */
const timeoutMs = 30_000;

export const lookUpOrganisation = (regNo: string): Promise<RegistryRecord> =>
  callApi('GET /api/v1/org/lookup/{regNo}', { params: { regNo }, timeoutMs });

export const createOrganisation = (body: NewOrganisation): Promise<Organisation> =>
  callApi('POST /api/v1/org/', { body });

/** Links the organisation at the eID provider where that is missing, and makes a person whom the register names its owner. */
export const takeOverOrganisation = (regNo: string): Promise<Organisation> =>
  callApi('POST /api/v1/org/take-over', { body: { reg_no: regNo }, timeoutMs });

export const checkOrganisation = (id: string): Promise<Organisation> =>
  callApi('POST /api/v1/org/{id}/check', { params: { id }, timeoutMs });

export const receivedInvitationsQuery = queryOptions({
  queryKey: [...ORGANISATIONS_KEY, 'received'],
  queryFn: ({ signal }) => callApi('GET /api/v1/org/invitations', { signal }),
});

export const acceptReceived = (id: string): Promise<Organisation> =>
  callApi('POST /api/v1/org/invitations/{id}/accept', { params: { id } });

export async function declineReceived(id: string): Promise<void> {
  await callApi('POST /api/v1/org/invitations/{id}/decline', { params: { id } });
}

/** The token goes in the body, because addresses end up in logs. */
export const linkedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...ORGANISATIONS_KEY, 'linked', token],
    queryFn: ({ signal }) => callApi('POST /api/v1/org/invitations/open', { body: { token }, signal }),
    retry: false,
  });

export const acceptInvitation = (token: string): Promise<Organisation> =>
  callApi('POST /api/v1/org/invitations/accept', { body: { token } });

export const sentInvitationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORGANISATIONS_KEY, 'one', id, 'invitations'],
    queryFn: ({ signal }) => callApi('GET /api/v1/org/{id}/invitations', { params: { id }, signal }),
  });

export const inviteByRegister = (
  id: string,
  body: { national_id: string; role: MemberRole },
): Promise<Invitation> => callApi('POST /api/v1/org/{id}/members', { params: { id }, body });

export const inviteByLink = (id: string, role: MemberRole): Promise<Invitation & { link: string }> =>
  callApi('POST /api/v1/org/{id}/invitations', { params: { id }, body: { role } });

export async function withdrawInvitation(id: string, invitationID: string): Promise<void> {
  await callApi('DELETE /api/v1/org/{id}/invitations/{invitationID}', { params: { id, invitationID } });
}

export const changeMemberRole = (id: string, userID: string, role: MemberRole): Promise<Member> =>
  callApi('PUT /api/v1/org/{id}/members/{userID}', { params: { id, userID }, body: { role } });

export async function removeMember(id: string, userID: string): Promise<void> {
  await callApi('DELETE /api/v1/org/{id}/members/{userID}', { params: { id, userID } });
}

export const representationsQuery = queryOptions({
  queryKey: ['eid', 'organisations'],
  queryFn: ({ signal }) => callApi('GET /api/v1/users/me/eid/organizations', { signal, timeoutMs }),
  staleTime: 60_000,
  retry: false,
});

/** Those of them that have the signing app. */
export const signerOrganisationsQuery = queryOptions({
  queryKey: ['eid', 'organisations', 'signing'],
  queryFn: ({ signal }) => callApi('GET /api/v1/sign/organisations', { signal, timeoutMs }),
  staleTime: 60_000,
  retry: false,
});

export const linkOrganisation = (regNo: string) =>
  callApi('POST /api/v1/users/me/eid/organizations', { body: { reg_no: regNo }, timeoutMs });

export const unlinkOrganisation = (regNo: string) =>
  callApi('DELETE /api/v1/users/me/eid/organizations/{regNo}', { params: { regNo }, timeoutMs });

/** The list refetches while a signer has yet to confirm on their phone. */
const PENDING_REFETCH_MS = 8_000;

export const signersQuery = (regNo: string) =>
  queryOptions({
    queryKey: ['eid', 'organisations', regNo, 'signers'],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/users/me/eid/organizations/{regNo}/signers', {
        params: { regNo },
        signal,
        timeoutMs,
      }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.items.some((signer) => signer.status === 'PENDING') ? PENDING_REFETCH_MS : false,
  });

export const addSigner = (
  regNo: string,
  body: { signer_reg_no: string; role?: string },
): Promise<SignersAnswer> =>
  callApi('POST /api/v1/users/me/eid/organizations/{regNo}/signers', { params: { regNo }, body, timeoutMs });

export const removeSigner = (regNo: string, signer: string) =>
  callApi('DELETE /api/v1/users/me/eid/organizations/{regNo}/signers', {
    params: { regNo },
    query: { signer },
    timeoutMs,
  });

export const resendToSigner = (regNo: string, signer: string): Promise<SignersAnswer> =>
  callApi('POST /api/v1/users/me/eid/organizations/{regNo}/signers/resend', {
    params: { regNo },
    query: { signer },
    timeoutMs,
  });
