import { useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/provider.tsx';

/** Texts that a site may replace; they are only rendered as text. */
export const SITE_TEXTS = ['name', 'line', 'heading', 'lead'] as const;
export type SiteTexts = Partial<Record<(typeof SITE_TEXTS)[number], string>>;

/** The site's look, in the format that public/first-paint.js reads before anything else loads. */
export interface Look {
  light: Record<string, string>;
  dark: Record<string, string>;
  font: string;
  style: string;
  scheme: 'light' | 'dark' | 'auto';
  texts: { mn: SiteTexts; en: SiteTexts };
  /** Address of the site's logo, on this origin. */
  logo?: string | undefined;
}

const STORAGE_KEY = 'tamga-look';
const NO_TEXTS: SiteTexts = {};

const listeners = new Set<() => void>();
let current: Look | null = recallLook();

function recallLook(): Look | null {
  try {
    const look: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    // Only this file writes the stored value; an older format counts as missing.
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
    // Without storage the look is fetched at every visit.
  }
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSiteLogo(): string | undefined {
  return useSyncExternalStore(subscribe, readLook, readLook)?.logo;
}

export function useSiteTexts(): SiteTexts {
  const { language } = useLanguage();
  return useSyncExternalStore(subscribe, readLook, readLook)?.texts[language] ?? NO_TEXTS;
}
