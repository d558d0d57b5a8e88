import type {
  Case,
  CaseDecisionBody,
  CaseSigning,
  CaseSigningBody,
  FilterOf,
  QueueItem,
} from '@tamga/client';
import { callApi } from './call.ts';

export type { Case, QueueItem, QueueItemPage as QueuePage, QueueStats } from '@tamga/client';

export type CaseStatus = QueueItem['status'];
export type CaseResult = QueueItem['result'];
export type CaseEvent = Case['events'][number];
export type CaseService = NonNullable<Case['service']>;
export type QueueQuery = FilterOf<'GET /api/v1/gov/officer/queue'>;

export const fetchStats = (signal: AbortSignal) => callApi('GET /api/v1/gov/officer/stats', { signal });

export const fetchQueue = (query: QueueQuery, cursor: string | undefined, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue', { query: { ...query, cursor }, signal });

export const fetchCase = (id: string, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue/{id}', { params: { id }, signal });

export const assignCase = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/assign', { params: { id } });

export const requestInfo = (id: string, note: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/request-info', { params: { id }, body: { note } });

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
