import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { knowledgeChanged, maxArticles } from './articles.ts';
import { cutSections } from './markdown.ts';
import type { Article, PublishedArticle } from './schemas.ts';
import { listPublished } from './store.ts';

/** The published articles, current on every instance. */
export interface PublishedArticles {
  list(): Promise<readonly Article[]>;
  get(slug: string): Promise<PublishedArticle>;
}

export function openPublished(database: Database, bus: Bus): PublishedArticles {
  const reader = database.reader(systemIdentity);
  const shelf = createBusCache(bus, () => listPublished(reader, maxArticles));
  bus.on(knowledgeChanged, () => shelf.forget('it'));
  return {
    list: () => shelf.load('it'),
    get: async (slug) => {
      const found = (await shelf.load('it')).find((article) => article.slug === slug);
      const article = found ?? fail(kernelErrors.not_found);
      return {
        ...article,
        sections: sectionsOf(article.content),
        sections_en: sectionsOf(article.content_en),
      };
    },
  };
}

const sectionsOf = (markdown: string) =>
  cutSections(markdown)
    .filter(({ anchor }) => anchor !== '')
    .map(({ anchor, title }) => ({ anchor, title }));
