import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { en } from './en.ts';
import { type Language, onSuggestion, readLanguage, rememberLanguage } from './language.ts';
import { type Dictionary, mn } from './mn.ts';
import type { Words } from './words.ts';

interface LanguageChoice {
  language: Language;
  words: Dictionary;
  setLanguage(language: Language): void;
}

const DICTIONARIES: Record<Language, Dictionary> = { mn, en };

const LanguageContext = createContext<LanguageChoice | null>(null);

interface LanguageProviderProps {
  /** Without it, the person's choice or their browser decides. */
  language?: Language;
  children: ReactNode;
}

export function LanguageProvider({ language: given, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState(() => given ?? readLanguage());

  useEffect(() => onSuggestion(() => setLanguage(readLanguage())), []);

  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      words: DICTIONARIES[language],
      setLanguage(next) {
        rememberLanguage(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('useLanguage needs a LanguageProvider above it');
  return choice;
}

export function useWords(): Dictionary {
  return useLanguage().words;
}

export function usePageWords<Value>(words: Words<Value>): Value {
  return words[useLanguage().language];
}
