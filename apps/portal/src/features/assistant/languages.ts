import type { AssistantLanguage } from '../../api/assistant.ts';

/** Languages of answers, by their own names. */
export const LANGUAGES: readonly (readonly [AssistantLanguage, string])[] = [
  ['mn', 'Монгол'],
  ['en', 'English'],
  ['zh', '中文'],
  ['ru', 'Русский'],
];

export const nameOfLanguage = (lang: AssistantLanguage): string =>
  LANGUAGES.find(([code]) => code === lang)?.[1] ?? lang;
