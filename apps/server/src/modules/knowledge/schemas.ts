import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const states = ['draft', 'published'] as const;
export const changes = ['create', 'edit', 'import', 'publish', 'unpublish'] as const;
export type Change = (typeof changes)[number];

const slugForm = Type.String({ minLength: 1, maxLength: 80, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });
const text = Type.String({ maxLength: 20_000 });

const facts = {
  title: line(200),
  title_en: line(200, 0),
  content: text,
  content_en: text,
  tags: Type.Array(line(60), { maxItems: 30 }),
};

/** What an article says, in both languages. */
export const ArticleFacts = strict(facts);
export type ArticleFacts = Static<typeof ArticleFacts>;

export const ArticleBody = strict({ slug: slugForm, ...facts }, { description: 'New article, a draft' });
export type ArticleBody = Static<typeof ArticleBody>;

export const ArticleChange = strict(
  {
    ...facts,
    /** The version that was edited: a change made meanwhile is refused, never overwritten. */
    version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
  },
  { description: 'Changed article, and the version it was made from' },
);
export type ArticleChange = Static<typeof ArticleChange>;

const shownFacts = {
  title: Type.String(),
  title_en: Type.String(),
  content: Type.String(),
  content_en: Type.String(),
  tags: Type.Array(Type.String()),
};
const head = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  title_en: Type.String(),
  tags: Type.Array(Type.String()),
  state: oneOf(...states),
  source: oneOf('editor', 'import'),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const ArticleHead = Type.Object(head, { description: 'Article without its text' });
export type ArticleHead = Static<typeof ArticleHead>;
export const ArticleList = listOf(ArticleHead);
export const ArticleQuery = strict({
  state: Type.Optional(oneOf(...states)),
  q: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ArticleQuery = Static<typeof ArticleQuery>;

export const Article = Type.Object({ ...head, ...shownFacts }, { description: 'Article in both languages' });
export type Article = Static<typeof Article>;

export const ArticleVersion = Type.Object(
  {
    version: Type.Integer(),
    change: oneOf(...changes),
    ...shownFacts,
    state: oneOf(...states),
    /** Null when an operator imported it. */
    changed_by: Type.Union([Id, Type.Null()]),
    changed_by_name: Type.String(),
    changed_at: Timestamp,
  },
  { description: 'Former text of an article, and who wrote it' },
);
export const VersionList = listOf(ArticleVersion);

const published = {
  slug: Type.String(),
  title: Type.String(),
  title_en: Type.String(),
  tags: Type.Array(Type.String()),
  updated_at: Timestamp,
};
export const PublishedList = listOf(
  Type.Object(published, { description: 'Published article without its text' }),
);
const Section = Type.Object({ anchor: Type.String(), title: Type.String() });
const sections = Type.Array(Section);
export const PublishedArticle = Type.Object(
  {
    ...published,
    content: Type.String(),
    content_en: Type.String(),
    /** The headings of the Markdown in order: links from answers end with their anchors. */
    sections,
    sections_en: sections,
  },
  { description: 'Published article as Markdown, in both languages' },
);
export type PublishedArticle = Static<typeof PublishedArticle>;
export const BySlug = strict({ slug: slugForm });

export const PassageQuery = strict({
  q: Type.String({ minLength: 1, maxLength: 500 }),
  lang: Type.Optional(oneOf('mn', 'en')),
});
export const Passage = Type.Object(
  {
    title: Type.String(),
    content: Type.String(),
    url: Type.String(),
    slug: Type.String(),
    lang: oneOf('mn', 'en'),
  },
  { description: 'Published passage that fits a question' },
);
export const PassageList = listOf(Passage);

export const Reindexed = Type.Object({ embedded: Type.Integer() });

export const names = {
  KnowledgeArticle: Article,
  KnowledgeArticleHead: ArticleHead,
  KnowledgeArticleBody: ArticleBody,
  KnowledgeArticleChange: ArticleChange,
  KnowledgeArticleVersion: ArticleVersion,
  PublishedKnowledgeArticle: PublishedArticle,
  KnowledgeSection: Section,
  KnowledgePassage: Passage,
};
