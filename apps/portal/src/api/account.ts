import type { Contacts, NotificationPreferences } from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type {
  Contacts,
  DataExport,
  Erasure,
  ListedErasure,
  NotificationPreferences,
  OwnSession,
  SecurityHistoryEntry,
} from '@tamga/client';

export type ContactKind = 'email' | 'phone';

export const contactsQuery = queryOptions({
  queryKey: ['account', 'contacts'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/contacts', { signal }),
});

export const askCode = (kind: ContactKind, address: string) =>
  kind === 'email'
    ? callApi('POST /api/v1/me/email/code', { body: { address } })
    : callApi('POST /api/v1/me/phone/code', { body: { address } });

export const confirmCode = (kind: ContactKind, code: string): Promise<Contacts> =>
  kind === 'email'
    ? callApi('POST /api/v1/me/email/confirm', { body: { code } })
    : callApi('POST /api/v1/me/phone/confirm', { body: { code } });

export const removeContact = (kind: ContactKind): Promise<Contacts> =>
  kind === 'email' ? callApi('DELETE /api/v1/me/email', {}) : callApi('DELETE /api/v1/me/phone', {});

export const preferencesQuery = queryOptions({
  queryKey: ['account', 'preferences'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/notification-preferences', { signal }),
});

export const savePreferences = (items: NotificationPreferences['items']): Promise<NotificationPreferences> =>
  callApi('PUT /api/v1/me/notification-preferences', { body: { items } });

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/sessions', { signal }),
});

export async function endSession(id: string): Promise<void> {
  await callApi('DELETE /api/v1/me/sessions/{id}', { params: { id } });
}

export const endOtherSessions = () => callApi('POST /api/v1/me/sessions/end-others', {});

const HISTORY_PAGE_SIZE = 20;

export const historyQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: ['account', 'history'],
  queryFn: ({ signal, pageParam, meta }) =>
    callApi('GET /api/v1/me/security-history', {
      query: { limit: readPageSize(meta, HISTORY_PAGE_SIZE), cursor: pageParam },
      signal,
    }),
});

const EXPORT_POLL_MS = 2000;

/** Asks again while a copy is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['account', 'exports'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/data-exports', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ state }) => state === 'queued' || state === 'running') ? EXPORT_POLL_MS : false,
});

export const askExport = () => callApi('POST /api/v1/me/data-exports', {});

/** Fails with the question for a new sign-in when this one is too old for the download. */
export const proveForExport = () => callApi('POST /api/v1/me/data-exports/prove', {});

export const exportPath = (id: string): string => `/api/v1/me/data-exports/${id}/download`;

export const erasureQuery = (language: string) =>
  queryOptions({
    queryKey: ['account', 'erasure', language],
    queryFn: ({ signal }) => callApi('GET /api/v1/me/erasure', { signal }),
  });

export const askErasure = (body: { reason: string }) => callApi('POST /api/v1/me/erasure', { body });

export const withdrawErasure = () => callApi('DELETE /api/v1/me/erasure', {});

export const erasuresQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: ['administration', 'erasures'],
  queryFn: ({ signal, pageParam, meta }) =>
    callApi('GET /api/v1/admin/erasure-requests', {
      query: { limit: readPageSize(meta, HISTORY_PAGE_SIZE), cursor: pageParam },
      signal,
    }),
});

export const decideErasure = (id: string, body: { decision: 'erase' | 'refuse'; answer: string }) =>
  callApi('POST /api/v1/admin/erasure-requests/{id}/decide', { params: { id }, body });
