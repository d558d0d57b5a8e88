import { createHash } from 'node:crypto';
import type { Language } from '../../kernel/http/language.ts';
import { describeService } from '../assistant/index.ts';
import type { RegistryLifeEvent, RegistryService } from '../registry/index.ts';
import { cutPassages } from './markdown.ts';
import type { Article } from './schemas.ts';

/** A published text of one language that an answer may rely on. */
export interface IndexedPassage {
  /** What it is part of, in every language. */
  readonly document: string;
  /** Its place there; the same place of the other language says the same. */
  readonly place: number;
  readonly lang: Language;
  readonly slug: string;
  readonly title: string;
  /** Empty for the beginning of an article, and for a service. */
  readonly heading: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly url: string;
  /** Of everything that a vector is computed from. */
  readonly hash: string;
}

const languages = ['mn', 'en'] as const;

export function passagesOf(
  articles: readonly Article[],
  services: readonly RegistryService[],
  lifeEvents: readonly RegistryLifeEvent[],
): IndexedPassage[] {
  return languages.flatMap((lang) => [
    ...articles.flatMap((article) => ofArticle(article, lang)),
    ...services.map((service) => ofService(service, lifeEvents, lang)),
  ]);
}

function ofArticle(article: Article, lang: Language): IndexedPassage[] {
  const [title, markdown] =
    lang === 'mn' ? [article.title, article.content] : [article.title_en, article.content_en];
  return cutPassages(markdown).map(({ title: heading, anchor, text }, place) =>
    withHash({
      document: article.id,
      place,
      lang,
      slug: article.slug,
      title,
      heading,
      content: text,
      tags: article.tags,
      url: `/help/articles/${article.slug}${anchor === '' ? '' : `#${anchor}`}`,
    }),
  );
}

function ofService(
  service: RegistryService,
  lifeEvents: readonly RegistryLifeEvent[],
  lang: Language,
): IndexedPassage {
  const events = lifeEvents.filter(({ id }) => service.life_event_ids.includes(id));
  const own = lang === 'mn';
  return withHash({
    ...describeService(service, lang),
    document: service.id,
    place: 0,
    lang,
    heading: '',
    tags: [
      ...service.keywords,
      own ? service.output : service.output_en,
      own ? service.category : service.category_en,
      ...events.map(({ name, en_label: english }) => (own ? name : english)),
    ],
  });
}

function withHash(passage: Omit<IndexedPassage, 'hash'>): IndexedPassage {
  return { ...passage, hash: createHash('sha256').update(embeddedText(passage)).digest('base64url') };
}

/** The text that a vector is computed from. */
export const embeddedText = ({
  title,
  heading,
  content,
}: Pick<IndexedPassage, 'title' | 'heading' | 'content'>): string => `${title}\n${heading}\n${content}`;
