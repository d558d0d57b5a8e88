import { usePageWords } from '../../i18n/provider.tsx';
import { ssoErrorWords } from './sso-error-words.ts';

/** The sentence for a code of the address. Only our own sentences are shown, never the text of the address. */
export function useSsoError(): (code: string) => string {
  const words = usePageWords(ssoErrorWords);
  const sentences: Record<string, string> = words;
  return (code) => (Object.hasOwn(sentences, code) ? sentences[code] : undefined) ?? words.other;
}
