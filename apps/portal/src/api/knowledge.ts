import type { KnowledgeArticle, KnowledgeArticleBody, KnowledgeArticleChange } from '@tamga/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  KnowledgeArticle,
  KnowledgeArticleBody,
  KnowledgeArticleHead,
  KnowledgeArticleVersion,
} from '@tamga/client';

/** One call refreshes the list, an open article and its versions. */
export const KNOWLEDGE_KEY = ['knowledge'] as const;

export interface ArticleFilter {
  q: string;
  state: 'draft' | 'published' | undefined;
}

export const articlesQuery = ({ q, state }: ArticleFilter) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_KEY, 'list', q, state],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/admin/ai/knowledge', {
        query: { ...(q === '' ? {} : { q }), ...(state === undefined ? {} : { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_KEY, 'article', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/ai/knowledge/{id}', { params: { id }, signal }),
  });

export const articleVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_KEY, 'versions', id],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/admin/ai/knowledge/{id}/versions', { params: { id }, signal }),
  });

export const createArticle = (body: KnowledgeArticleBody): Promise<KnowledgeArticle> =>
  callApi('POST /api/v1/admin/ai/knowledge', { body });

export const changeArticle = (id: string, body: KnowledgeArticleChange): Promise<KnowledgeArticle> =>
  callApi('PUT /api/v1/admin/ai/knowledge/{id}', { params: { id }, body });

export const publishArticle = (id: string): Promise<KnowledgeArticle> =>
  callApi('POST /api/v1/admin/ai/knowledge/{id}/publish', { params: { id } });

export const unpublishArticle = (id: string): Promise<KnowledgeArticle> =>
  callApi('POST /api/v1/admin/ai/knowledge/{id}/unpublish', { params: { id } });

export async function deleteArticle(id: string): Promise<void> {
  await callApi('DELETE /api/v1/admin/ai/knowledge/{id}', { params: { id } });
}

/** Computes missing vectors; up to half a minute. */
export const reindexKnowledge = (): Promise<{ embedded: number }> =>
  callApi('POST /api/v1/admin/ai/knowledge/reindex', { timeoutMs: 35_000 });
