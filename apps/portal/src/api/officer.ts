import type {
  Case,
  CaseDecisionBody,
  CaseSigning,
  CaseSigningBody,
  FilterOf,
  QueueFilter,
  QueueFilterBody,
  QueueItem,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  Case,
  CaseReply,
  Colleague,
  DeskService,
  QueueFilter,
  QueueItem,
  QueueItemPage as QueuePage,
  QueueStats,
} from '@tamga/client';

export type CaseStatus = QueueItem['status'];
export type CaseResult = QueueItem['result'];
export type CaseEvent = Case['events'][number];
export type CaseService = NonNullable<Case['service']>;
export type QueueQuery = FilterOf<'GET /api/v1/gov/officer/queue'>;

export const fetchStats = (signal: AbortSignal) => callApi('GET /api/v1/gov/officer/stats', { signal });

export const fetchQueue = (query: QueueQuery, cursor: string | undefined, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue', { query: { ...query, cursor }, signal });

/** Open and finished cases by number, applicant or service; each applicant sees the access. */
export const foundCasesQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['officer', 'found', q],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/officer/queue', { query: { q, state: 'all', limit: String(limit) }, signal }),
  });

/** The officer's first cases by deadline. */
export const fetchMine = (most: number, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue', { query: { assigned_to: 'me', limit: String(most) }, signal });

export const fetchCase = (id: string, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue/{id}', { params: { id }, signal });

export const assignCase = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/assign', { params: { id } });

/** An empty day leaves the limit to the installation. */
export const requestInfo = (id: string, note: string, answerBy: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/request-info', {
    params: { id },
    body: { note, ...(answerBy === '' ? {} : { answer_by: answerBy }) },
  });

export const withdrawInfo = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/withdraw-info', { params: { id } });

export const decideCase = (id: string, body: CaseDecisionBody): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/decide', { params: { id }, body });

/** Sends the decision to the officer's phone, where the service requires a signature. */
export const beginSigning = (id: string, body: CaseSigningBody): Promise<CaseSigning> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/sign', { params: { id }, body });

export const completeCase = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/complete', { params: { id } });

/** The browser opens this address in a new tab. */
export const buildFileAddress = (caseId: string, fileId: string): string =>
  `/api/v1/gov/officer/queue/${encodeURIComponent(caseId)}/files/${encodeURIComponent(fileId)}`;

/** Gives a case to a colleague; an empty reason is left away. */
export const reassignCase = (id: string, to: string, reason: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/reassign', {
    params: { id },
    body: { to, ...(reason === '' ? {} : { reason }) },
  });

export const releaseCase = (id: string, reason: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/release', {
    params: { id },
    body: reason === '' ? {} : { reason },
  });

/** Colleagues who may decide cases of this authority; null: of any that the officer decides. */
export const colleaguesQuery = (authority: string | null) =>
  queryOptions({
    queryKey: ['officer', 'colleagues', authority],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/officer/colleagues', {
        query: authority === null ? {} : { authority },
        signal,
      }),
    staleTime: 60_000,
  });

/** Prepared texts, filled for one case. */
export const repliesQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['officer', 'replies', caseId],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/officer/queue/{id}/replies', { params: { id: caseId }, signal }),
    staleTime: 60_000,
  });

export const deskServicesQuery = queryOptions({
  queryKey: ['officer', 'services'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/officer/services', { signal }),
  staleTime: 5 * 60_000,
});

const FILTERS_KEY = ['officer', 'filters'] as const;
export const filtersQuery = queryOptions({
  queryKey: FILTERS_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/officer/filters', { signal }),
});
export const saveFilter = (body: QueueFilterBody): Promise<QueueFilter> =>
  callApi('POST /api/v1/gov/officer/filters', { body });
export async function deleteFilter(id: string): Promise<void> {
  await callApi('DELETE /api/v1/gov/officer/filters/{id}', { params: { id } });
}

export const statsQuery = queryOptions({
  queryKey: ['officer', 'stats'],
  queryFn: ({ signal }) => fetchStats(signal),
  refetchInterval: 30_000,
});
