import { readFailure } from '../api/errors.ts';
import { usePageWords, useWords } from '../i18n/provider.tsx';
import { explainFailure, type Source } from './explain-failure.ts';
import { partsWords } from './words.ts';

/** Why an action failed, in words for the person: a section's own words for its own codes, the common ones else. */
export function useExplanation(
  source: Source,
  byCode: Readonly<Record<string, string>> = {},
): (error: unknown) => string {
  const { failure: words } = usePageWords(partsWords);
  const { time } = useWords();
  return (error) => {
    const failure = readFailure(error);
    const own = failure.kind === 'refused' ? byCode[failure.code] : undefined;
    return own ?? explainFailure(failure, source, words, time).text;
  };
}
