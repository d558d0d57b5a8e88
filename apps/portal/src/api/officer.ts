import type { Operations } from '@tamga/client';
import { callApi } from './call.ts';
import type { ServiceForm } from './catalogue.ts';

type Opened = Operations['GET /api/v1/gov/officer/queue/{id}']['data'];
type Decision = Operations['POST /api/v1/gov/officer/queue/{id}/decide']['body'];

/** A case among others. What the applicant wrote and their number come only with the case itself. */
export type QueueItem = Opened['application'];
export type CaseStatus = QueueItem['status'];
export type CaseResult = QueueItem['result'];
export type CaseEvent = Opened['events'][number];
/** The API says no more of the form than that there may be one, so its shape is told here. */
export type CaseService = Omit<NonNullable<Opened['service']>, 'form'> & { form: ServiceForm | null };
export type Case = Omit<Opened, 'service'> & { service: CaseService | null };
export type QueueStats = Operations['GET /api/v1/gov/officer/stats']['data'];
export type QueuePage = Operations['GET /api/v1/gov/officer/queue']['data'];
export type QueueQuery = Omit<Operations['GET /api/v1/gov/officer/queue']['query'], 'cursor' | 'limit'>;

export const fetchStats = (signal: AbortSignal) => callApi('GET /api/v1/gov/officer/stats', { signal });

export const fetchQueue = (query: QueueQuery, cursor: string | undefined, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue', { query: { ...query, cursor }, signal });

export const fetchCase = (id: string, signal: AbortSignal) =>
  callApi('GET /api/v1/gov/officer/queue/{id}', { params: { id }, signal }) as Promise<Case>;

export const assignCase = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/assign', { params: { id } });

export const requestInfo = (id: string, note: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/request-info', { params: { id }, body: { note } });

export const decideCase = (id: string, body: Decision): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/decide', { params: { id }, body });

export const completeCase = (id: string): Promise<QueueItem> =>
  callApi('POST /api/v1/gov/officer/queue/{id}/complete', { params: { id } });

/** Opened by the browser itself, in a tab of its own. */
export const buildFileAddress = (caseId: string, fileId: string): string =>
  `/api/v1/gov/officer/queue/${encodeURIComponent(caseId)}/files/${encodeURIComponent(fileId)}`;
