export type Language = 'mn' | 'en';

/** The key is also read by public/first-paint.js. */
const STORAGE_KEY = 'tamga-language';

/**
 * A remembered choice wins. Otherwise the first of the browser's languages that we speak; and Mongolian, the
 * first language of this site, for everybody else.
 */
export function chooseLanguage(remembered: string | null, preferred: readonly string[]): Language {
  if (remembered === 'mn' || remembered === 'en') return remembered;
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'mn' || primary === 'en') return primary;
  }
  return 'mn';
}

export function readLanguage(): Language {
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage is refused in some private modes: the browser's languages then decide each time.
  }
  return chooseLanguage(remembered, navigator.languages);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
