import { usePageWords } from '../../i18n/provider.tsx';
import { ssoErrorWords } from './sso-error-words.ts';

/** The text for an error code in the address; the address itself is never shown, because anybody can write it. */
export function useSsoError(): (code: string) => string {
  const words = usePageWords(ssoErrorWords);
  const sentences: Record<string, string> = words;
  return (code) => (Object.hasOwn(sentences, code) ? sentences[code] : undefined) ?? words.other;
}
