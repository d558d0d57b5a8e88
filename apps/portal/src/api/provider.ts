import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Consent, ConsentChallenge as Challenge, DeviceRequest } from '@tamga/client';

export function loginChallengeQuery(challenge: string) {
  return queryOptions({
    queryKey: ['provider', 'login', challenge],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/provider/login', { query: { login_challenge: challenge }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function consentChallengeQuery(challenge: string) {
  return queryOptions({
    queryKey: ['provider', 'consent', challenge],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/provider/consent', { query: { consent_challenge: challenge }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
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

/** The request behind a code that a device shows. */
export const findDevice = (userCode: string) =>
  callApi('GET /api/v1/provider/device', { query: { user_code: userCode } });

export async function acceptDevice(userCode: string, scopes: readonly string[]): Promise<void> {
  const body = { user_code: userCode, grant_scope: [...scopes] };
  await callApi('POST /api/v1/provider/device/accept', { body });
}

export async function rejectDevice(userCode: string): Promise<void> {
  await callApi('POST /api/v1/provider/device/reject', { body: { user_code: userCode } });
}

export const consentsQuery = queryOptions({
  queryKey: ['me', 'consents'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/consents', { signal }),
});

export async function withdrawConsent(clientId: string): Promise<void> {
  await callApi('DELETE /api/v1/me/consents/{client_id}', { params: { client_id: clientId } });
}
