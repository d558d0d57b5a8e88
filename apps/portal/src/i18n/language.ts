export type Language = 'mn' | 'en';

/** public/first-paint.js reads the same keys. */
const STORAGE_KEY = 'tamga-language';
const SITE_KEY = 'tamga-site-language';

/** A stored choice wins, then the site's language, then the first supported language of the browser, then Mongolian. */
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

/** An application that sends a person here may name the language of the pages (`ui_locales`). */
function readWish(): string | null {
  if (choseHere || !location.pathname.startsWith('/oauth/')) return null;
  return new URLSearchParams(location.search).get('ui_locale');
}

export function readLanguage(): Language {
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem(STORAGE_KEY);
    siteLanguage = localStorage.getItem(SITE_KEY);
  } catch {
    // Some private modes refuse storage; the browser's languages then decide each time.
  }
  const wish = readWish();
  return chooseLanguage(
    wish === 'mn' || wish === 'en' ? wish : remembered,
    navigator.languages,
    siteLanguage,
  );
}

const listeners = new Set<() => void>();
let siteLanguage: string | null = null;
let choseHere = false;

/** Sets the site's language for people who chose none; undefined or "" leaves the choice to their browser. */
export function suggestLanguage(language: string | undefined): void {
  const suggested = language === 'mn' || language === 'en' ? language : null;
  if (suggested === siteLanguage) return;
  siteLanguage = suggested;
  try {
    if (suggested === null) localStorage.removeItem(SITE_KEY);
    else localStorage.setItem(SITE_KEY, suggested);
  } catch {
    // Without storage the suggestion is repeated at every visit.
  }
  for (const tell of listeners) tell();
}

export function onSuggestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function rememberLanguage(language: Language): void {
  choseHere = true;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
