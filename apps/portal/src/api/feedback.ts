import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { PageComment, PageFeedback } from '@tamga/client';

export interface Vote {
  /** The pattern of the page. */
  page: string;
  helpful: boolean;
}

export const sendVote = (body: Vote) => callApi('POST /api/v1/site/feedback', { body });

export const sendSentence = (body: Vote & { text: string }) =>
  callApi('POST /api/v1/site/feedback/comments', { body });

const KEY = ['feedback'] as const;

export interface Period {
  from: string;
  to: string;
}

export const feedbackQuery = (period: Period) =>
  queryOptions({
    queryKey: [...KEY, 'report', period],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/feedback', { query: { ...period }, signal }),
    placeholderData: keepPreviousData,
  });

export const commentsQuery = (filter: Period & { page?: string | undefined }) =>
  queryOptions({
    queryKey: [...KEY, 'comments', filter],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/feedback/comments', { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
