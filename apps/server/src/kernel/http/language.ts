export type Language = 'mn' | 'en';

/** A text in both languages; a missing one does not compile. */
export interface Text {
  readonly mn: string;
  readonly en: string;
}

/** In Mongolian Ө follows О and Ү follows У, unlike in code point order. */
const collators = {
  mn: new Intl.Collator('mn', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};
export const compareTexts = (a: string, b: string, language: Language): number =>
  collators[language].compare(a, b);
export const foldCase = (text: string): string => text.toLocaleLowerCase('mn');

/** The preferred language of `Accept-Language`; English when it names neither. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || !/mn/i.test(header)) return 'en';
  const weights = { mn: -1, en: -1 };
  for (const part of header.slice(0, 256).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const primary = tag.split('-')[0];
    const q = Number(parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1] ?? 1);
    if ((primary === 'mn' || primary === 'en') && q > weights[primary]) weights[primary] = q;
  }
  return weights.mn > Math.max(weights.en, 0) ? 'mn' : 'en';
}

export function languageOf({ headers }: { headers: { 'accept-language'?: string | undefined } }): Language {
  return chooseLanguage(headers['accept-language']);
}
