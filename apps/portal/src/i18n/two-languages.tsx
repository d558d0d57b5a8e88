import type { Language } from './language.ts';
import { useLanguage } from './provider.tsx';

/** Text of an authority: always in Mongolian, in English once a registrar has added it. */
export interface TwoLanguages {
  mn: string;
  en: string;
}

export function inLanguage({ mn, en }: TwoLanguages, language: Language): string {
  return (language === 'en' && en) || mn;
}

/** Set for Mongolian text on an English page, so that screen readers pronounce it correctly. */
export function langOf({ en }: TwoLanguages, language: Language): 'mn' | undefined {
  return language === 'en' && en === '' ? 'mn' : undefined;
}

export function Bilingual(texts: TwoLanguages) {
  const { language } = useLanguage();
  return <span lang={langOf(texts, language)}>{inLanguage(texts, language)}</span>;
}

const collators = {
  mn: new Intl.Collator('mn', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

/** Sorts in the page's alphabet: in Mongolian Ө follows О, which code point order does not give. */
export const compareIn = (language: Language) => collators[language].compare;
