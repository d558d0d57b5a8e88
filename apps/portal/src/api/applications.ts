import type {
  OAuthClient as Application,
  OAuthClientBody as ApplicationBody,
  OAuthProblem,
  RegistrationCheck,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { OAuthClient as Application, OAuthClientBody as ApplicationBody } from '@tamga/client';

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

export function problemsQuery(id: string) {
  return queryOptions({
    queryKey: [...LIST_KEY, id, 'problems'],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/applications/{client_id}/problems', { params: { client_id: id }, signal }),
  });
}

export const checkApplication = (id: string): Promise<RegistrationCheck> =>
  callApi('POST /api/v1/applications/{client_id}/check', { params: { client_id: id } });

export const createApplication = (body: ApplicationBody): Promise<Application> =>
  callApi('POST /api/v1/applications', { body });

export const saveApplication = (id: string, body: ApplicationBody): Promise<Application> =>
  callApi('PUT /api/v1/applications/{id}', { params: { id }, body });

export const rotateSecret = (id: string, graceSeconds: number): Promise<Application> =>
  callApi('POST /api/v1/applications/{id}/rotate-secret', {
    params: { id },
    body: { grace_seconds: graceSeconds },
  });

export async function deleteApplication(id: string): Promise<void> {
  await callApi('DELETE /api/v1/applications/{id}', { params: { id } });
}
