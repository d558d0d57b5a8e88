import { Button } from '@mantine/core';
import { formatWait } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import type { SignInState } from './machine.ts';
import { signInWords } from './words.ts';

interface RetryButtonProps {
  state: SignInState;
  onRetry(): void;
}

/** The next step after an ended attempt; under a rate limit it counts down first. */
export function RetryButton({ state, onRetry }: RetryButtonProps) {
  const { time } = useWords();
  const { retry } = usePageWords(signInWords);
  const waitSeconds = useSecondsLeft(state.step === 'failed' ? state.retryAtMs : null) ?? 0;
  const waits = waitSeconds > 0;
  const label = state.step === 'expired' && state.kind === 'link' ? retry.newCode : retry.again;
  return (
    // aria-disabled instead of disabled, so that the focus stays when the wait starts or ends.
    <Button
      fullWidth
      size="md"
      data-testid="retry"
      aria-disabled={waits}
      {...(waits ? { 'data-disabled': true } : {})}
      onClick={() => waits || onRetry()}
    >
      {waits ? retry.inSeconds(formatWait(waitSeconds, time)) : label}
    </Button>
  );
}
