import type {
  OAuthClient as Application,
  OAuthClientBody as ApplicationBody,
  ApplicationCredentials as Credentials,
  NewOwnApplicationBody,
  OAuthProblem,
  OwnApplicationBody,
  OwnerOffer,
  RegistrationCheck,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  ApplicationCalls as ClientCalls,
  ApplicationCredentials as Credentials,
  ApplicationOwner as Owner,
  ApplicationSignIns as ClientSignIns,
  CredentialUse,
  OAuthClient as Application,
  OAuthClientBody as ApplicationBody,
  OwnedApplication,
  OwnerOffer,
  ReceivedOwnerOffer,
} from '@tamga/client';

export type ApplicationType = ApplicationBody['app_type'];
export type Jwks = NonNullable<NonNullable<ApplicationBody['options']>['jwks']>;

export const APPLICATION_TYPES: readonly ApplicationType[] = ['web', 'spa', 'native', 'm2m'];

export function readType(application: Application): ApplicationType {
  return APPLICATION_TYPES.find((type) => type === application.app_type) ?? 'web';
}

/** True if people sign in to the client, false for a program that acts on its own. */
export const hasPeople = (type: ApplicationType) => type !== 'm2m';

/** True if the client runs where a secret cannot be kept. */
export const isPublic = (type: ApplicationType) => type === 'spa' || type === 'native';

export type Grant = Application['options']['grants'][number];

/** The grants beyond the code flow that an administrator can give to a client of this type. */
export function listGrants(type: ApplicationType): readonly Grant[] {
  if (isPublic(type)) return ['device_code'];
  return type === 'm2m' ? ['token_exchange'] : ['device_code', 'ciba', 'token_exchange'];
}

export const usesSecret = (application: Application) => application.auth_method.startsWith('client_secret_');

/** True if it proves itself with a secret or with public keys. */
export const hasCredentials = (application: Application) =>
  usesSecret(application) || application.auth_method === 'private_key_jwt';

const LIST_KEY = ['applications'] as const;

export const applicationsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/applications', { signal }),
});

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: [...LIST_KEY, id],
    queryFn: ({ signal }) => callApi('GET /api/v1/applications/{id}', { params: { id }, signal }),
  });
}

export type Problem = OAuthProblem;

export function problemsQuery(side: Side, id: string) {
  const params = { client_id: id };
  return queryOptions({
    queryKey: [...LIST_KEY, id, 'problems', side],
    queryFn: ({ signal }) =>
      side === 'manager'
        ? callApi('GET /api/v1/applications/{client_id}/problems', { params, signal })
        : callApi('GET /api/v1/me/applications/{client_id}/problems', { params, signal }),
  });
}

export const checkApplication = (id: string): Promise<RegistrationCheck> =>
  callApi('POST /api/v1/applications/{client_id}/check', { params: { client_id: id } });

export const createApplication = (body: ApplicationBody): Promise<Application> =>
  callApi('POST /api/v1/applications', { body });

export const saveApplication = (id: string, body: ApplicationBody): Promise<Application> =>
  callApi('PUT /api/v1/applications/{id}', { params: { id }, body });

/** The rows of a manager of the gateway, or those of an owner. */
export type Side = 'manager' | 'owner';

export function rotateSecret(side: Side, id: string, graceSeconds: number): Promise<Application> {
  const call = { params: { id }, body: { grace_seconds: graceSeconds } };
  return side === 'manager'
    ? callApi('POST /api/v1/applications/{id}/rotate-secret', call)
    : callApi('POST /api/v1/me/applications/{id}/rotate-secret', call);
}

export function credentialsQuery(side: Side, id: string) {
  return queryOptions({
    queryKey: [...LIST_KEY, id, 'credentials', side],
    queryFn: ({ signal }) =>
      side === 'manager'
        ? callApi('GET /api/v1/applications/{id}/credentials', { params: { id }, signal })
        : callApi('GET /api/v1/me/applications/{id}/credentials', { params: { id }, signal }),
    // A program may use a secret at any moment.
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

/** Refused for a secret that was used within a day, unless the person has seen that and agreed. */
export function endOldSecret(side: Side, id: string, evenIfUsed: boolean): Promise<Credentials> {
  const call = { params: { id }, body: { even_if_used: evenIfUsed } };
  return side === 'manager'
    ? callApi('POST /api/v1/applications/{id}/end-old-secret', call)
    : callApi('POST /api/v1/me/applications/{id}/end-old-secret', call);
}

export function ownersQuery(id: string) {
  return queryOptions({
    queryKey: [...LIST_KEY, id, 'owners'],
    queryFn: ({ signal }) => callApi('GET /api/v1/applications/{id}/owners', { params: { id }, signal }),
  });
}

export const receivedOffersQuery = queryOptions({
  queryKey: ['owner-offers'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/owner-offers', { signal }),
});

export async function answerOffer(id: string, isAccepted: boolean): Promise<void> {
  await callApi(
    isAccepted ? 'POST /api/v1/me/owner-offers/{id}/accept' : 'POST /api/v1/me/owner-offers/{id}/decline',
    { params: { id } },
  );
}

export const offerOwnership = (id: string, nationalId: string): Promise<OwnerOffer> =>
  callApi('POST /api/v1/applications/{id}/owners', { params: { id }, body: { national_id: nationalId } });

/** An owner by their user id, or an open invitation by its own. */
export async function removeOwner(id: string, ownerOrOffer: string): Promise<void> {
  await callApi('DELETE /api/v1/applications/{id}/owners/{user_id}', {
    params: { id, user_id: ownerOrOffer },
  });
}

/** The server refuses an approval of anything else than the application as it was shown. */
export const decideApproval = (
  { id, updated_at, created_at }: Application,
  approve: boolean,
  reason?: string,
): Promise<Application> =>
  callApi('POST /api/v1/applications/{id}/approval', {
    params: { id },
    body: { approve, seen: updated_at ?? created_at, ...(reason ? { reason } : {}) },
  });

const OWNED_KEY = ['owned-applications'] as const;

export const ownedQuery = queryOptions({
  queryKey: OWNED_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/me/applications', { signal }),
});

export function ownedApplicationQuery(id: string) {
  return queryOptions({
    queryKey: [...OWNED_KEY, id],
    queryFn: ({ signal }) => callApi('GET /api/v1/me/applications/{id}', { params: { id }, signal }),
  });
}

export type OwnBody = OwnApplicationBody;

export const registerOwn = (body: NewOwnApplicationBody): Promise<Application> =>
  callApi('POST /api/v1/me/applications', { body });

export const saveOwn = (id: string, body: OwnBody): Promise<Application> =>
  callApi('PUT /api/v1/me/applications/{id}', { params: { id }, body });

export async function deleteOwn(id: string): Promise<void> {
  await callApi('DELETE /api/v1/me/applications/{id}', { params: { id } });
}

export const askApproval = (id: string): Promise<Application> =>
  callApi('POST /api/v1/me/applications/{id}/ask-approval', { params: { id } });

/** Adds one redirect address, from whichever side the page was opened. */
export function addRedirectUri(side: Side, application: Application, uri: string): Promise<Application> {
  const { id, name } = application;
  const redirect_uris = [...application.redirect_uris, uri];
  return side === 'manager'
    ? saveApplication(id, { name, app_type: readType(application), redirect_uris })
    : saveOwn(id, { name, redirect_uris });
}

export async function deleteApplication(id: string): Promise<void> {
  await callApi('DELETE /api/v1/applications/{id}', { params: { id } });
}

export function ownSignInsQuery(id: string, days: number) {
  return queryOptions({
    queryKey: [...OWNED_KEY, id, 'sign-ins', days],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/me/applications/{id}/sign-ins', { params: { id }, query: { days }, signal }),
    staleTime: 0,
  });
}

export function ownCallsQuery(id: string, days: number) {
  return queryOptions({
    queryKey: [...OWNED_KEY, id, 'calls', days],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/me/applications/{id}/calls', { params: { id }, query: { days }, signal }),
    staleTime: 0,
  });
}
