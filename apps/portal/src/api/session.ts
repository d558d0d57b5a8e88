import type { LatinName, User } from '@tamga/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';
import { ApiError, readFailure } from './errors.ts';
import { hasSessionCookie, readCsrfCookie, request } from './http.ts';

export type { LatinName, User } from '@tamga/client';

export type EidDetails = NonNullable<User['eid']>;

export interface Session {
  user: User;
  /** The absolute end of the session on this browser's clock; null if the server names none. */
  endsAtMs: number | null;
}

interface MeAnswer {
  user: User;
  session?: { access_expires_at?: string; refresh_expires_at?: string };
}

export function computeLocalDeadline(serverTime: string | undefined, clockSkewMs: number): number | null {
  const deadline = Date.parse(serverTime ?? '');
  return Number.isNaN(deadline) ? null : deadline - clockSkewMs;
}

/** The cookie that the last known session came with: another tab may have signed somebody else in since. */
let knownCookie: string | null = null;

/** A missing session is null, not an error. */
async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const { data, clockSkewMs } = await request<MeAnswer>('/api/me', { signal });
    knownCookie = readCsrfCookie(document.cookie);
    return {
      user: data.user,
      endsAtMs: computeLocalDeadline(data.session?.refresh_expires_at, clockSkewMs),
    };
  } catch (error) {
    if (readFailure(error).kind === 'unauthorized') return null;
    throw error;
  }
}

const SESSION_KEY = ['session'] as const;
/** A session is cached for a minute; its absence is not cached, because a sign-in may just have happened. */
const staleTime = (query: { state: { data: Session | null | undefined } }): number =>
  query.state.data ? 60_000 : 0;

/** For pages that require a session: always calls the server. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime,
});

/** For public pages: calls the server only if there may be a session, so that a first visit makes no needless call. */
export const optionalSessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => (hasSessionCookie() ? fetchSession(signal) : null),
  // Known without a call, so that the first paint already shows the right header.
  initialData: () => (hasSessionCookie() ? undefined : null),
  staleTime,
});

/** Every page with a person's data watches this key, so one 401 anywhere sends all of them to sign-in. */
export function markSessionEnded(client: QueryClient): void {
  client.setQueryData(SESSION_KEY, null);
}

export async function loadFreshSession(client: QueryClient): Promise<Session | null> {
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** True if this person is surely signed in; false also if another tab changed the cookies since the session was read. */
export const isKnownPerson = (client: QueryClient, userId: string): boolean =>
  readCsrfCookie(document.cookie) === knownCookie &&
  client.getQueryData<Session | null>(SESSION_KEY)?.user.id === userId;

/** Before input that a page holds is sent: it must not be saved in the name of a person who signed in elsewhere. */
export async function requireSamePerson(client: QueryClient, userId: string): Promise<void> {
  if (isKnownPerson(client, userId)) return;
  const hasNews = readCsrfCookie(document.cookie) !== knownCookie;
  const session = hasNews ? await loadFreshSession(client) : null;
  if (session?.user.id !== userId) throw new ApiError({ kind: 'unauthorized' });
}

/** The person of the last known session; null for a visitor. */
export const readKnownUserId = (client: QueryClient): string | null =>
  client.getQueryData<Session | null>(SESSION_KEY)?.user.id ?? null;

export async function extendSession(): Promise<void> {
  await request('/api/auth/extend', { method: 'POST' });
}

const lastSaves = new Set<() => Promise<void>>();

/** Runs before the session is ended; what it saves must take seconds at most. Returns how to take it back. */
export function beforeSignOut(save: () => Promise<void>): () => void {
  lastSaves.add(save);
  return () => lastSaves.delete(save);
}

/** What the pages hold reaches the server first, as far as it can. */
export async function finishSaves(): Promise<void> {
  await Promise.allSettled([...lastSaves].map((save) => save()));
}

/**
 * Returns the next address: the upstream's sign-out page if there is one. A failed server call takes priority,
 * because a person must not wrongly believe that they are signed out.
 */
export async function signOut(): Promise<string> {
  await finishSaves();
  const { data } = await request<{ revoked?: boolean; sso_logout_url?: string }>('/api/auth/logout', {
    method: 'POST',
  });
  if (data.revoked === false) return '/?notice=signed-out-here';
  return data.sso_logout_url || '/?notice=signed-out';
}

export function saveLatinName(name: LatinName): Promise<LatinName> {
  return callApi('PUT /api/v1/me/latin-name', { body: name });
}
