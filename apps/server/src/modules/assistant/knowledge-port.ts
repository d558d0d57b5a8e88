import type { Language } from '../../kernel/http/language.ts';

/** A published text that an answer may rely on. */
export interface Passage {
  readonly title: string;
  readonly content: string;
  /** A page of the portal, as a path. */
  readonly url: string;
  readonly slug: string;
  readonly lang: Language;
}

/** Search of what is published, best first; nothing when nothing fits. */
export interface KnowledgeSearch {
  search(query: string, lang: Language, limit: number): Promise<readonly Passage[]>;
}
