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

/** The one way on from an ended attempt. Under a rate limit it counts down, and then it works. */
export function RetryButton({ state, onRetry }: RetryButtonProps) {
  const { time } = useWords();
  const { retry } = usePageWords(signInWords);
  const waitSeconds = useSecondsLeft(state.step === 'failed' ? state.retryAtMs : null) ?? 0;
  const waits = waitSeconds > 0;
  const label = state.step === 'expired' && state.kind === 'link' ? retry.newCode : retry.again;
  return (
    // aria-disabled instead of disabled: the focus is not lost when the wait begins or ends.
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
