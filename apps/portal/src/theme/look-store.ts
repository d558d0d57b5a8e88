import { useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/provider.tsx';

/** The texts a site may put in place of ours. They are only ever rendered as text. */
export const SITE_TEXTS = ['name', 'line', 'heading', 'lead'] as const;
export type SiteTexts = Partial<Record<(typeof SITE_TEXTS)[number], string>>;

/** How this site looks, in the form that public/first-paint.js reads before anything else is loaded. */
export interface Look {
  light: Record<string, string>;
  dark: Record<string, string>;
  font: string;
  style: string;
  scheme: 'light' | 'dark' | 'auto';
  texts: { mn: SiteTexts; en: SiteTexts };
  /** Address of the site's own sign, on this origin. */
  logo?: string | undefined;
}

const STORAGE_KEY = 'tamga-look';
const NO_TEXTS: SiteTexts = {};

const listeners = new Set<() => void>();
let current: Look | null = recallLook();

function recallLook(): Look | null {
  try {
    const look: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    // What is remembered was written by us; an older form of it counts as nothing.
    return typeof look === 'object' && look !== null && 'texts' in look ? (look as Look) : null;
  } catch {
    return null;
  }
}

export function readLook(): Look | null {
  return current;
}

export function putLook(look: Look): void {
  current = look;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(look));
  } catch {
    // The look is then fetched at every visit.
  }
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function useSiteLogo(): string | undefined {
  return useSyncExternalStore(subscribe, readLook)?.logo;
}

export function useSiteTexts(): SiteTexts {
  const { language } = useLanguage();
  return useSyncExternalStore(subscribe, readLook)?.texts[language] ?? NO_TEXTS;
}
