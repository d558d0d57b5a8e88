import type { Language } from './language.ts';
import { useLanguage } from './provider.tsx';

/** Text of an authority: Mongolian always, English once a registrar has completed it. */
export interface TwoLanguages {
  mn: string;
  en: string;
}

export function inLanguage({ mn, en }: TwoLanguages, language: Language): string {
  return (language === 'en' && en) || mn;
}

/** Set where the Mongolian text stands on an English page, so that it is pronounced as what it is. */
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

/** In the alphabet of the page: in Mongolian Ө follows О, which no order of code points gives. */
export const compareIn = (language: Language) => collators[language].compare;
