import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/language.ts';
import { callApi } from './call.ts';

export type { KnowledgePassage, PublishedKnowledgeArticle } from '@tamga/client';

export const articlePath = (slug: string) => `/help/articles/${slug}`;

export const publishedArticlesQuery = queryOptions({
  queryKey: ['published-articles'],
  queryFn: ({ signal }) => callApi('GET /api/v1/public/knowledge', { signal }),
  staleTime: 60_000,
});

export const publishedArticleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['published-articles', slug],
    queryFn: ({ signal }) => callApi('GET /api/v1/public/knowledge/{slug}', { params: { slug }, signal }),
    staleTime: 60_000,
  });

export const passagesQuery = (q: string, lang: Language) =>
  queryOptions({
    queryKey: ['published-articles', 'search', q, lang],
    queryFn: ({ signal }) => callApi('GET /api/v1/public/knowledge/search', { query: { q, lang }, signal }),
    enabled: q !== '',
    staleTime: 60_000,
  });
