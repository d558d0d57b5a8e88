import { Button } from '@mantine/core';
import { readFailure } from '../../api/errors.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import stateStyle from '../../ui/states/states.module.css';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { uiWords } from '../../ui/words.ts';
import { caseWords } from './case-words.ts';

/** A case that failed to open. A retry is offered only if it can help. */
export function CaseFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = usePageWords(caseWords);
  const shared = usePageWords(uiWords);
  const explain = useExplanation('server');
  const failure = readFailure(error);
  const isRefused = failure.kind === 'refused';
  return (
    <div className={stateStyle.empty} role="alert" data-testid="case-failure">
      <p>{isRefused && failure.status === 404 ? words.unknown : explain(error)}</p>
      {isRefused ? null : (
        <Button variant="default" onClick={onRetry}>
          {shared.retry}
        </Button>
      )}
    </div>
  );
}
