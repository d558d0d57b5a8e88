import type { QueuedCaseDetail, SupportCase, SupportCaseBody, VisitorCaseBody } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type {
  QueuedCase,
  QueuedCaseDetail,
  SupportCase,
  SupportCaseBody,
  SupportCaseDetail,
  VisitorCaseBody,
} from '@tamga/client';

export const CASE_TOPICS = ['sign_in', 'application', 'payment', 'data', 'technical', 'other'] as const;
export type CaseTopic = (typeof CASE_TOPICS)[number];
export const CASE_STATES = ['open', 'answered', 'closed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

const PAGE_SIZE = 50;
export const OWN_CASES_KEY = ['support', 'own'] as const;
export const QUEUE_KEY = ['support', 'queue'] as const;

export const contactAsVisitor = (body: VisitorCaseBody): Promise<{ number: string }> =>
  callApi('POST /api/v1/help/contact', { body });

export const openSupportCase = (body: SupportCaseBody): Promise<SupportCase> =>
  callApi('POST /api/v1/support/cases', { body });

export const ownCasesQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: [...OWN_CASES_KEY, 'list'],
  queryFn: ({ pageParam, signal, meta }) =>
    callApi('GET /api/v1/support/cases', {
      query: { limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
      signal,
    }),
});

export const ownCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...OWN_CASES_KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/support/cases/{id}', { params: { id }, signal }),
  });

export const writeToSupport = (id: string, text: string) =>
  callApi('POST /api/v1/support/cases/{id}/messages', { params: { id }, body: { text } });

export interface QueueFilter {
  status?: CaseState | undefined;
  topic?: CaseTopic | undefined;
  assigned?: 'me' | 'nobody' | undefined;
  q?: string | undefined;
  sort?: 'updated_at' | '-updated_at' | undefined;
}

export const queueQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: [...QUEUE_KEY, 'list', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/support/queue', {
        query: { ...filter, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const queuedCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...QUEUE_KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/support/queue/{id}', { params: { id }, signal }),
  });

export const supportStaffQuery = queryOptions({
  queryKey: ['support', 'staff'],
  queryFn: ({ signal }) => callApi('GET /api/v1/support/staff', { signal }),
});

export const answerCase = (id: string, body: { text: string; close?: boolean }): Promise<QueuedCaseDetail> =>
  callApi('POST /api/v1/support/queue/{id}/answer', { params: { id }, body });

export const assignCase = (id: string, to: string | null): Promise<QueuedCaseDetail> =>
  callApi('POST /api/v1/support/queue/{id}/assign', { params: { id }, body: { to } });

export const closeCase = (id: string): Promise<QueuedCaseDetail> =>
  callApi('POST /api/v1/support/queue/{id}/close', { params: { id } });

export const reopenCase = (id: string): Promise<QueuedCaseDetail> =>
  callApi('POST /api/v1/support/queue/{id}/reopen', { params: { id } });
