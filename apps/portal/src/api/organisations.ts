import { queryOptions } from '@tanstack/react-query';
import { type RequestOptions, request } from './http.ts';

export type MemberRole = 'owner' | 'admin' | 'member';

export interface Organisation {
  id: string;
  reg_no: string;
  name: string;
  name_latin: string;
  verified: boolean;
  my_role: MemberRole;
  created_by: string;
  created_at: string;
  updated_at: string | null;
}

export interface Member {
  org_id: string;
  user_id: string;
  role: MemberRole;
  full_name: string;
  email: string;
  created_at: string;
}

/** What the state registry says of an organisation. */
export interface RegistryRecord {
  reg_no: string;
  name: string;
  name_latin?: string;
  type: string;
  capital?: number;
  ceo?: string;
  ceo_position?: string;
  phone?: string;
  address?: string;
  industry: string[];
  founders: { name: string; type: string; share_percent: number }[];
  stake_holders: { name: string; position: string }[];
  /** Set when the person is a member already. */
  org_id?: string;
}

/** An organisation that the person represents by eID. */
export interface Representation {
  org_etsi: string;
  org_register: string;
  org_name: string;
  org_name_en?: string;
  role?: string;
  right_type?: 'ADMIN' | 'MANAGER';
  valid_from?: string;
  valid_to?: string;
}

export interface Signer {
  person_etsi: string;
  reg_no?: string;
  name?: string;
  name_en?: string;
  role?: string;
  right_type: 'ADMIN' | 'MANAGER';
  status: 'ACTIVE' | 'PENDING';
  source: string;
  self: boolean;
}

export interface SignersAnswer {
  signers: Signer[];
  pending_confirmation?: { signer_etsi: string; signer_reg_no?: string; session_id: string };
}

interface ListOf<Item> {
  items: Item[];
  total: number;
}

async function call<Data>(path: string, options: RequestOptions = {}): Promise<Data> {
  return (await request<Data>(path, options)).data;
}

const ORG = '/api/v1/org';
const memberPath = (orgId: string, userId: string) =>
  `${ORG}/${encodeURIComponent(orgId)}/members/${encodeURIComponent(userId)}`;

export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: ({ signal }) => call<ListOf<Organisation>>(ORG, { signal }),
});

export const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organisation', id],
    queryFn: ({ signal }) => call<Organisation>(`${ORG}/${encodeURIComponent(id)}`, { signal }),
  });

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['organisation', id, 'members'],
    queryFn: ({ signal }) => call<ListOf<Member>>(`${ORG}/${encodeURIComponent(id)}/members`, { signal }),
  });

/** The state registry and the eID provider may take their time; the server ends what takes longer than this. */
const OUTSIDE_TIMEOUT_MS = 30_000;

export function lookUpOrganisation(regNo: string): Promise<RegistryRecord> {
  return call(`${ORG}/lookup/${encodeURIComponent(regNo)}`, { timeoutMs: OUTSIDE_TIMEOUT_MS });
}

export interface NewOrganisation {
  reg_no: string;
  name: string;
  name_latin?: string;
}

export function createOrganisation(body: NewOrganisation): Promise<Organisation> {
  return call(ORG, { method: 'POST', body });
}

export function acceptInvitation(token: string): Promise<Organisation> {
  return call(`${ORG}/invitations/accept`, { method: 'POST', body: { token } });
}

export function addMember(orgId: string, body: { user_id: string; role: MemberRole }): Promise<Member> {
  return call(`${ORG}/${encodeURIComponent(orgId)}/members`, { method: 'POST', body });
}

export function changeMemberRole(orgId: string, userId: string, role: MemberRole): Promise<Member> {
  return call(memberPath(orgId, userId), { method: 'PUT', body: { role } });
}

export async function removeMember(orgId: string, userId: string): Promise<void> {
  await call(memberPath(orgId, userId), { method: 'DELETE' });
}

const EID_ORG = '/api/v1/users/me/eid/organizations';
const eidOrgPath = (regNo: string) => `${EID_ORG}/${encodeURIComponent(regNo)}`;
const outside = { timeoutMs: OUTSIDE_TIMEOUT_MS };

export const representationsQuery = queryOptions({
  queryKey: ['eid', 'organisations'],
  queryFn: ({ signal }) => call<ListOf<Representation>>(EID_ORG, { ...outside, signal }),
  staleTime: 60_000,
  retry: false,
});

export function linkOrganisation(regNo: string): Promise<ListOf<Representation>> {
  return call(EID_ORG, { ...outside, method: 'POST', body: { reg_no: regNo } });
}

export function unlinkOrganisation(regNo: string): Promise<ListOf<Representation>> {
  return call(eidOrgPath(regNo), { ...outside, method: 'DELETE' });
}

/** While somebody has yet to confirm on their phone, the list looks again by itself. */
const PENDING_REFETCH_MS = 8_000;

export const signersQuery = (regNo: string) =>
  queryOptions({
    queryKey: ['eid', 'organisations', regNo, 'signers'],
    queryFn: ({ signal }) => call<ListOf<Signer>>(`${eidOrgPath(regNo)}/signers`, { ...outside, signal }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.items.some((signer) => signer.status === 'PENDING') ? PENDING_REFETCH_MS : false,
  });

export function addSigner(
  regNo: string,
  body: { signer_reg_no: string; role?: string },
): Promise<SignersAnswer> {
  return call(`${eidOrgPath(regNo)}/signers`, { ...outside, method: 'POST', body });
}

export function removeSigner(regNo: string, signer: string): Promise<ListOf<Signer>> {
  return call(`${eidOrgPath(regNo)}/signers?signer=${encodeURIComponent(signer)}`, {
    ...outside,
    method: 'DELETE',
  });
}

export function resendToSigner(regNo: string, signer: string): Promise<SignersAnswer> {
  return call(`${eidOrgPath(regNo)}/signers/resend?signer=${encodeURIComponent(signer)}`, {
    ...outside,
    method: 'POST',
  });
}
