import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Consent, ConsentChallenge as Challenge } from '@tamga/client';

const untilFocused = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: 'always' } as const;

/** The answer depends on the caller, so each person has a separate entry; another tab may decide it meanwhile. */
export function loginChallengeQuery(challenge: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ['provider', 'login', challenge, userId ?? ''],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/provider/login', { query: { login_challenge: challenge }, signal }),
    ...untilFocused,
  });
}

export function consentChallengeQuery(challenge: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ['provider', 'consent', challenge, userId ?? ''],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/provider/consent', { query: { consent_challenge: challenge }, signal }),
    ...untilFocused,
  });
}

export function logoutChallengeQuery(challenge: string) {
  return queryOptions({
    queryKey: ['provider', 'logout', challenge],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/provider/logout', { query: { logout_challenge: challenge }, signal }),
    ...untilFocused,
  });
}

/** Each of these answers the address that the browser opens next. */
export async function acceptLogin(challenge: string): Promise<string> {
  return (await callApi('POST /api/v1/provider/login/accept', { body: { login_challenge: challenge } }))
    .redirect_to;
}

export async function rejectLogin(challenge: string): Promise<string> {
  return (await callApi('POST /api/v1/provider/login/reject', { body: { login_challenge: challenge } }))
    .redirect_to;
}

export async function acceptConsent(challenge: string, scopes: readonly string[]): Promise<string> {
  const body = { consent_challenge: challenge, grant_scope: [...scopes] };
  return (await callApi('POST /api/v1/provider/consent/accept', { body })).redirect_to;
}

export async function rejectConsent(challenge: string): Promise<string> {
  return (await callApi('POST /api/v1/provider/consent/reject', { body: { consent_challenge: challenge } }))
    .redirect_to;
}

export async function acceptLogout(challenge: string): Promise<string> {
  return (await callApi('POST /api/v1/provider/logout/accept', { body: { logout_challenge: challenge } }))
    .redirect_to;
}

export const consentsQuery = queryOptions({
  queryKey: ['me', 'consents'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/consents', { signal }),
});

export async function withdrawConsent(clientId: string): Promise<void> {
  await callApi('DELETE /api/v1/me/consents/{client_id}', { params: { client_id: clientId } });
}
