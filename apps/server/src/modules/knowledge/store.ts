import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Article, ArticleFacts, Change } from './schemas.ts';

const article = columnsOf(
  'knowledge_articles',
  'id slug title title_en content content_en tags state source version created_at updated_at',
);
const columns = selectionOf(article);

const heads = statement('knowledge.heads', (p: { most: number }) =>
  sqlFor
    .selectFrom('knowledge_articles')
    .select([
      'id',
      'slug',
      'title',
      'title_en',
      'tags',
      'state',
      'source',
      'version',
      'created_at',
      'updated_at',
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('slug')
    .limit(p.most),
);
export const listHeads = (db: Reader, most: number) => db.run(heads({ most }));

const published = statement(
  'knowledge.published',
  article,
  (p: { most: number }) => sql`
    select ${columns} from knowledge_articles where state = 'published' order by slug limit ${p.most}`,
);
export const listPublished = (db: Reader, most: number): Promise<Article[]> => db.run(published({ most }));

const byId = statement(
  'knowledge.one',
  article,
  (p: { id: string }) => sql`select ${columns} from knowledge_articles where id = ${p.id}`,
);
export const findArticle = (db: Reader, id: string): Promise<Article | undefined> => db.first(byId({ id }));

const imported = {
  ...columnsOf('knowledge_articles', 'id slug imported_hash'),
};
const importedHashes = statement(
  'knowledge.imported',
  imported,
  () => sql`select id, slug, imported_hash from knowledge_articles`,
);
export const listImported = (db: Reader): Promise<RowOf<typeof imported>[]> => db.run(importedHashes());

const insert = statement(
  'knowledge.insert',
  article,
  (
    p: ArticleFacts & {
      slug: string;
      state: Article['state'];
      source: Article['source'];
      hash: string | null;
      most: number;
      now: Date;
    },
  ) => sql`
    insert into knowledge_articles (slug, title, title_en, content, content_en, tags, state, source, imported_hash,
      version, created_at, updated_at)
    select ${p.slug}::text, ${p.title}::text, ${p.title_en}::text, ${p.content}::text, ${p.content_en}::text,
      ${p.tags}::text[], ${p.state}::text, ${p.source}::text, ${p.hash}::text, 1, ${p.now}::timestamptz,
      ${p.now}::timestamptz
    where (select count(*) from knowledge_articles) < ${p.most}
    on conflict (slug) do nothing
    returning ${columns}`,
);
/** Undefined when the slug is taken or there are too many. */
export const insertArticle = (tx: Tx, values: Parameters<typeof insert>[0]): Promise<Article | undefined> =>
  tx.first(insert(values));

const edit = statement(
  'knowledge.edit',
  article,
  (p: ArticleFacts & { id: string; version: number; now: Date }) => sql`
    update knowledge_articles set title = ${p.title}, title_en = ${p.title_en}, content = ${p.content},
      content_en = ${p.content_en}, tags = ${p.tags}, version = version + 1, updated_at = ${p.now}
    where id = ${p.id} and version = ${p.version}
    returning ${columns}`,
);
/** Undefined when somebody else changed it meanwhile. */
export const editArticle = (
  tx: Tx,
  values: ArticleFacts & { id: string; version: number; now: Date },
): Promise<Article | undefined> => tx.first(edit(values));

const replace = statement(
  'knowledge.replace',
  article,
  (p: ArticleFacts & { id: string; state: Article['state']; hash: string; now: Date }) => sql`
    update knowledge_articles set title = ${p.title}, title_en = ${p.title_en}, content = ${p.content},
      content_en = ${p.content_en}, tags = ${p.tags}, state = ${p.state}, source = 'import',
      imported_hash = ${p.hash}, version = version + 1, updated_at = ${p.now}
    where id = ${p.id} and imported_hash is distinct from ${p.hash}
    returning ${columns}`,
);
/** Undefined when another import was first. */
export const replaceArticle = (
  tx: Tx,
  values: ArticleFacts & { id: string; state: Article['state']; hash: string; now: Date },
): Promise<Article | undefined> => tx.first(replace(values));

const move = statement(
  'knowledge.move',
  article,
  (p: { id: string; state: Article['state']; now: Date }) => sql`
    update knowledge_articles set state = ${p.state}, version = version + 1, updated_at = ${p.now}
    where id = ${p.id} and state <> ${p.state}
    returning ${columns}`,
);
/** Undefined when it is in that state already. */
export const moveArticle = (
  tx: Tx,
  values: { id: string; state: Article['state']; now: Date },
): Promise<Article | undefined> => tx.first(move(values));

const remove = statement(
  'knowledge.remove',
  article,
  (p: { id: string }) => sql`delete from knowledge_articles where id = ${p.id} returning ${columns}`,
);
export const deleteArticle = (tx: Tx, id: string): Promise<Article | undefined> => tx.first(remove({ id }));

const addVersion = statement(
  'knowledge.add_version',
  (p: Omit<Article, 'slug' | 'source' | 'created_at'> & { change: Change; userId: string | null }) => sql`
    insert into knowledge_versions (article_id, version, change, title, title_en, content, content_en, tags, state,
      changed_by, changed_at)
    values (${p.id}, ${p.version}, ${p.change}, ${p.title}, ${p.title_en}, ${p.content}, ${p.content_en}, ${p.tags},
      ${p.state}, ${p.userId}, ${p.updated_at})`,
);
export const appendVersion = (tx: Tx, row: Article, change: Change, userId: string | null): void =>
  tx.atCommit(addVersion({ ...row, change, userId }));

const versionRow = {
  ...columnsOf(
    'knowledge_versions',
    'version change title title_en content content_en tags state changed_by changed_at',
  ),
  changed_by_name: computed('text'),
};
const versions = statement(
  'knowledge.versions',
  versionRow,
  (p: { id: string }) => sql`
    select v.version, v.change, v.title, v.title_en, v.content, v.content_en, v.tags, v.state, v.changed_by,
      v.changed_at, coalesce(trim(u.first_name || ' ' || u.last_name), '') as changed_by_name
    from knowledge_versions v left join users u on u.id = v.changed_by
    where v.article_id = ${p.id} order by v.version desc limit 50`,
);
export const listVersions = (db: Reader, id: string): Promise<RowOf<typeof versionRow>[]> =>
  db.run(versions({ id }));
