import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { fold } from '../../kernel/search/spelling.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type {
  Article,
  ArticleBody,
  ArticleChange,
  ArticleFacts,
  ArticleHead,
  ArticleQuery,
} from './schemas.ts';
import {
  appendVersion,
  deleteArticle,
  editArticle,
  findArticle,
  insertArticle,
  listHeads,
  listVersions,
  moveArticle,
} from './store.ts';

/** The whole base is searched in memory, so it is bounded. */
export const maxArticles = 5000;
export const knowledgeChanged = 'knowledge.changed';
/** A word that is an address under /public/knowledge. */
const reserved = new Set(['search']);

export async function showArticles(
  db: Reader,
  { q = '', state }: ArticleQuery,
): Promise<{ items: ArticleHead[]; total: number }> {
  const wanted = fold(q);
  const items = (await listHeads(db, maxArticles)).filter(
    (head) =>
      (state === undefined || head.state === state) &&
      fold([head.slug, head.title, head.title_en, ...head.tags].join(' ')).includes(wanted),
  );
  return { items, total: items.length };
}

export const showArticle = async (db: Reader, id: string): Promise<Article> =>
  (await findArticle(db, id)) ?? fail(kernelErrors.not_found);

export async function showVersions(db: Reader, id: string) {
  await showArticle(db, id);
  const items = await listVersions(db, id);
  return { items, total: items.length };
}

export async function addArticle(
  tx: WriteTx,
  userId: string,
  { slug, ...body }: ArticleBody,
): Promise<Article> {
  if (reserved.has(slug)) fail(errors.slug_taken);
  const row = await insertArticle(tx, {
    ...tidy(body),
    slug,
    state: 'draft',
    source: 'editor',
    hash: null,
    most: maxArticles,
    now: tx.now,
  });
  if (row === undefined) {
    const isFull = (await listHeads(tx, maxArticles)).length >= maxArticles;
    fail(isFull ? errors.too_many_articles : errors.slug_taken);
  }
  return record(tx, row, 'create', userId);
}

export async function changeArticle(
  tx: WriteTx,
  userId: string,
  id: string,
  { version, ...body }: ArticleChange,
): Promise<Article | Unchanged<Article>> {
  const facts = tidy(body);
  const known = await showArticle(tx, id);
  if (known.state === 'published' && !isComplete(facts)) fail(errors.language_missing);
  if (known.version === version && isSame(known, facts)) return unchanged(known);
  const row = await editArticle(tx, { ...facts, id, version, now: tx.now });
  return record(tx, row ?? fail(errors.article_changed), 'edit', userId);
}

export async function moveTo(
  tx: WriteTx,
  userId: string,
  id: string,
  state: Article['state'],
): Promise<Article | Unchanged<Article>> {
  const known = await showArticle(tx, id);
  if (state === 'published' && !isComplete(known)) fail(errors.language_missing);
  const row = await moveArticle(tx, { id, state, now: tx.now });
  if (row === undefined) return unchanged(known);
  return record(tx, row, state === 'published' ? 'publish' : 'unpublish', userId);
}

export async function removeArticle(tx: WriteTx, id: string): Promise<void> {
  const { slug, version } = (await deleteArticle(tx, id)) ?? fail(kernelErrors.not_found);
  tx.audit(events.deleted, { target: id, metadata: { slug, version } });
  tx.publish(knowledgeChanged, {});
}

const eventOf = {
  create: events.created,
  edit: events.changed,
  import: events.imported,
  publish: events.published,
  unpublish: events.unpublished,
} as const;

/** Keeps the version, and tells every instance. */
export function record(
  tx: WriteTx,
  row: Article,
  change: keyof typeof eventOf,
  userId: string | null,
): Article {
  appendVersion(tx, row, change, userId);
  tx.audit(eventOf[change], { target: row.id, metadata: { slug: row.slug, version: row.version } });
  tx.publish(knowledgeChanged, {});
  return row;
}

export function tidy(facts: ArticleFacts): ArticleFacts {
  const tags = [...new Set(facts.tags.map((tag) => tag.trim()))];
  return {
    title: facts.title.trim(),
    title_en: facts.title_en.trim(),
    content: facts.content.trim(),
    content_en: facts.content_en.trim(),
    tags,
  };
}

export const isComplete = ({ title_en, content, content_en }: ArticleFacts): boolean =>
  title_en !== '' && content !== '' && content_en !== '';

const isSame = (known: Article, facts: ArticleFacts): boolean =>
  known.title === facts.title &&
  known.title_en === facts.title_en &&
  known.content === facts.content &&
  known.content_en === facts.content_en &&
  known.tags.join('\n') === facts.tags.join('\n');
