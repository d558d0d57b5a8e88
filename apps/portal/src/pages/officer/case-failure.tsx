import { Button } from '@mantine/core';
import { readFailure } from '../../api/errors.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { describeFailure } from '../../ui/failure-text.ts';
import admin from '../../ui/list-page.module.css';
import { administrationWords } from '../../ui/list-words.ts';
import { caseWords } from './case-words.ts';

/** A case that cannot be opened. Only what may go better the next time is offered again. */
export function CaseFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = usePageWords(caseWords);
  const shared = usePageWords(administrationWords);
  const failure = readFailure(error);
  const isRefused = failure.kind === 'refused';
  return (
    <div className={admin.state} role="alert" data-testid="case-failure">
      <p>{isRefused && failure.status === 404 ? words.unknown : describeFailure(error, shared)}</p>
      {isRefused ? null : (
        <Button variant="default" onClick={onRetry}>
          {shared.retry}
        </Button>
      )}
    </div>
  );
}
