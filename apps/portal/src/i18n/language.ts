export type Language = 'mn' | 'en';

/** The key is also read by public/first-paint.js. */
const STORAGE_KEY = 'tamga-language';
const SITE_KEY = 'tamga-site-language';

/**
 * A remembered choice wins. Otherwise the language the site was given; without one, the first of the browser's
 * languages that we speak, and Mongolian for everybody else.
 */
export function chooseLanguage(
  remembered: string | null,
  preferred: readonly string[],
  site: string | null = null,
): Language {
  for (const wish of [remembered, site]) if (wish === 'mn' || wish === 'en') return wish;
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
    siteLanguage = localStorage.getItem(SITE_KEY);
  } catch {
    // Storage is refused in some private modes: the browser's languages then decide each time.
  }
  return chooseLanguage(remembered, navigator.languages, siteLanguage);
}

const listeners = new Set<() => void>();
let siteLanguage: string | null = null;

/** What the site speaks to those who chose nothing themselves; undefined or "" leaves it to their browser. */
export function suggestLanguage(language: string | undefined): void {
  const suggested = language === 'mn' || language === 'en' ? language : null;
  if (suggested === siteLanguage) return;
  siteLanguage = suggested;
  try {
    if (suggested === null) localStorage.removeItem(SITE_KEY);
    else localStorage.setItem(SITE_KEY, suggested);
  } catch {
    // It is then suggested anew at every visit.
  }
  for (const tell of listeners) tell();
}

export function onSuggestion(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
