import { open, permission } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { KnowledgeSearch } from '../assistant/index.ts';
import {
  addArticle,
  changeArticle,
  moveTo,
  removeArticle,
  showArticle,
  showArticles,
  showVersions,
} from './articles.ts';
import { vectorsChanged } from './base.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { PublishedArticles } from './published.ts';
import {
  Article,
  ArticleBody,
  ArticleChange,
  ArticleList,
  ArticleQuery,
  BySlug,
  PassageList,
  PassageQuery,
  PublishedArticle,
  PublishedList,
  Reindexed,
  VersionList,
} from './schemas.ts';

export interface RouteDeps {
  readonly published: PublishedArticles;
  readonly search: KnowledgeSearch;
  readonly embedMissing: (signal: AbortSignal) => Promise<number>;
}

const manage = permission('settings.manage');
const asSystem = 'the permission decides; articles belong to no person';
const writes: Limit = { group: 'knowledge-writes', perMinute: 60, burst: 30, by: 'person' };
const reads: Limit = { group: 'knowledge', perMinute: 120, burst: 60 };
/** Each search may cost a call of the embedding service. */
const searches: Limit = { group: 'knowledge-search', perMinute: 30, burst: 20 };
const everybody = open('published articles are public information');
const resultLimit = 5;

export const knowledgeRows = (deps: RouteDeps): readonly Row[] => [
  ...publicRows(deps),
  ...editorRows,
  reindexRow(deps),
];

function publicRows({ published, search }: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'knowledge.public.list',
      path: '/public/knowledge',
      access: everybody,
      limit: reads,
      reply: PublishedList,
      otherStatus: 304,
      errors: [],
      summary: 'Published articles without their texts, by slug',
      handler: async ({ reply, request }) => {
        const items = [...(await published.list())];
        const tags = items.map(({ slug, version, updated_at }) => `${slug} ${version} ${updated_at}`);
        isUnchanged(weakEtag(tags.join('\n')), request, reply);
        reply.header('cache-control', 'public, no-cache');
        return { items, total: items.length };
      },
    }),
    read({
      id: 'knowledge.public.search',
      path: '/public/knowledge/search',
      access: everybody,
      limit: searches,
      query: PassageQuery,
      reply: PassageList,
      errors: [],
      summary: 'Passages of articles and services that fit a question, best first; none when nothing fits',
      handler: async ({ query, request }) => {
        const items = [...(await search.search(query.q, query.lang ?? request.language, resultLimit))];
        return { items, total: items.length };
      },
    }),
    read({
      id: 'knowledge.public.get',
      path: '/public/knowledge/:slug',
      access: everybody,
      limit: reads,
      params: BySlug,
      reply: PublishedArticle,
      errors: [],
      summary: 'One published article as Markdown, in both languages',
      handler: ({ params }) => published.get(params.slug),
    }),
  ];
}

const editorRows: readonly Row[] = [
  read({
    id: 'knowledge.list',
    path: '/admin/ai/knowledge',
    access: manage,
    asSystem,
    query: ArticleQuery,
    reply: ArticleList,
    errors: [],
    summary: 'Articles and drafts without their texts, last changed first',
    handler: ({ db, query }) => showArticles(db, query),
  }),
  write({
    id: 'knowledge.create',
    method: 'POST',
    path: '/admin/ai/knowledge',
    access: manage,
    asSystem,
    limit: writes,
    body: ArticleBody,
    reply: Article,
    status: 201,
    idempotent: true,
    errors: [errors.slug_taken, errors.too_many_articles],
    audit: [events.created],
    summary: 'Write an article; it is a draft until it is published',
    handler: ({ actor, body, tx }) => addArticle(tx, actor.userId, body),
  }),
  read({
    id: 'knowledge.show',
    path: '/admin/ai/knowledge/:id',
    access: manage,
    asSystem,
    params: ById,
    reply: Article,
    errors: [],
    summary: 'One article with its texts',
    handler: ({ db, params }) => showArticle(db, params.id),
  }),
  write({
    id: 'knowledge.change',
    method: 'PUT',
    path: '/admin/ai/knowledge/:id',
    access: manage,
    asSystem,
    limit: writes,
    params: ById,
    body: ArticleChange,
    reply: Article,
    errors: [errors.article_changed, errors.language_missing],
    audit: [events.changed],
    summary: 'Change an article; refused when it changed since the version that was edited',
    handler: ({ actor, body, params, tx }) => changeArticle(tx, actor.userId, params.id, body),
  }),
  read({
    id: 'knowledge.versions',
    path: '/admin/ai/knowledge/:id/versions',
    access: manage,
    asSystem,
    params: ById,
    reply: VersionList,
    errors: [],
    summary: 'Former texts of an article and who changed them, newest first',
    handler: ({ db, params }) => showVersions(db, params.id),
  }),
  write({
    id: 'knowledge.publish',
    method: 'POST',
    path: '/admin/ai/knowledge/:id/publish',
    access: manage,
    asSystem,
    limit: writes,
    params: ById,
    reply: Article,
    errors: [errors.language_missing],
    audit: [events.published],
    summary: 'Publish an article: everybody reads it, and the assistant answers from it',
    handler: ({ actor, params, tx }) => moveTo(tx, actor.userId, params.id, 'published'),
  }),
  write({
    id: 'knowledge.unpublish',
    method: 'POST',
    path: '/admin/ai/knowledge/:id/unpublish',
    access: manage,
    asSystem,
    limit: writes,
    params: ById,
    reply: Article,
    errors: [],
    audit: [events.unpublished],
    summary: 'Withdraw an article; it stays as a draft',
    handler: ({ actor, params, tx }) => moveTo(tx, actor.userId, params.id, 'draft'),
  }),
  write({
    id: 'knowledge.delete',
    method: 'DELETE',
    path: '/admin/ai/knowledge/:id',
    access: manage,
    asSystem,
    limit: writes,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.deleted],
    summary: 'Delete an article and its versions',
    handler: async ({ params, tx }) => {
      await removeArticle(tx, params.id);
      return {};
    },
  }),
];

const reindexRow = ({ embedMissing }: RouteDeps): Row =>
  write({
    id: 'ai.knowledge.reindex',
    method: 'POST',
    path: '/admin/ai/knowledge/reindex',
    access: manage,
    asSystem,
    limit: { group: 'knowledge-reindex', perMinute: 10, burst: 10, by: 'person' },
    reply: Reindexed,
    errors: [errors.embedding_failed],
    audit: [events.reindexed],
    summary: 'Compute missing vectors of the knowledge base, at most 500 in one call',
    prepare: async ({ request }) => {
      try {
        return await embedMissing(request.released);
      } catch (error) {
        return fail(errors.embedding_failed, { detail: error instanceof Error ? error.message : 'unknown' });
      }
    },
    handler: async ({ prepared: embedded, tx }) => {
      tx.audit(events.reindexed, { metadata: { embedded } });
      if (embedded > 0) tx.publish(vectorsChanged, {});
      return { embedded };
    },
  });
