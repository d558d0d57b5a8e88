import { queryOptions } from '@tanstack/react-query';
import { readBrowser } from '../i18n/time.ts';
import { callApi } from './call.ts';
import { ApiError, readFailure } from './errors.ts';

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
export async function acceptLogin(challenge: string, withoutStepUp = false): Promise<string> {
  const body = {
    login_challenge: challenge,
    ...(withoutStepUp ? { without_step_up: true } : {}),
    ...readBrowser(),
  };
  return (await callApi('POST /api/v1/provider/login/accept', { body })).redirect_to;
}

/** `unmet`: the person cannot sign in as strongly as the client requires. */
export async function rejectLogin(challenge: string, unmet = false): Promise<string> {
  const body = { login_challenge: challenge, ...(unmet ? { unmet: true } : {}) };
  return (await callApi('POST /api/v1/provider/login/reject', { body })).redirect_to;
}

/** How a person reaches the strength that the client asks for, and whether the client insists on it. */
export interface StrongerSignInNeed {
  way: 'pin2' | 'sign_in';
  essential: boolean;
}

/** Reads the refusal of a sign-in that is too weak for the client; null for every other failure. */
export function readStrongerSignIn(error: unknown): StrongerSignInNeed | null {
  const failure = readFailure(error);
  if (!(error instanceof ApiError) || failure.kind !== 'refused') return null;
  if (failure.code !== 'stronger_sign_in_required') return null;
  const data = error.data as { way?: unknown; essential?: unknown } | null;
  return { way: data?.way === 'pin2' ? 'pin2' : 'sign_in', essential: data?.essential === true };
}

export function startPin2(challenge: string) {
  return callApi('POST /api/v1/provider/login/step-up', { body: { login_challenge: challenge } });
}

const PIN2_POLL_MS = 2500;

export function pin2PollQuery(challenge: string, sid: string) {
  return queryOptions({
    queryKey: ['provider', 'step-up', sid],
    queryFn: ({ signal }) =>
      callApi('POST /api/v1/provider/login/step-up/poll', {
        body: { login_challenge: challenge, sid },
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'PENDING' ? PIN2_POLL_MS : false,
    gcTime: 0,
  });
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
