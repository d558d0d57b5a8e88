import { readFailure } from '../../api/errors.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import { type Explanation, explainFailure, type Source } from './explain-failure.ts';

export function useExplainer(source: Source): (error: unknown) => Explanation {
  const { failure: words } = usePageWords(uiWords);
  const { time } = useWords();
  return (error) => explainFailure(error, source, words, time);
}

/** Explains a failed action. `byCode` is for refusals that only the page can explain, such as what to press here. */
export function useExplanation(
  source: Source,
  byCode: Readonly<Record<string, string>> = {},
): (error: unknown) => string {
  const explain = useExplainer(source);
  return (error) => {
    const failure = readFailure(error);
    const own = failure.kind === 'refused' ? byCode[failure.code] : undefined;
    return own ?? explain(error).text;
  };
}
