import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import { isOnboardingLost, sendEmailCode, verifyEmailCode } from '../../api/onboarding.ts';
import { formatWait } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { CodeForm } from './code-form.tsx';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

/** An e-mail takes time; an immediate retry would only use up one of five attempts. */
const RESEND_AFTER_MS = 60_000;

interface EmailStepProps {
  email: string;
  /** True after a page reload: a code has already been sent. */
  isSent: boolean;
  onVerified(): void;
  onLost(): void;
}

export function EmailStep({ email, isSent, onVerified, onLost }: EmailStepProps) {
  const words = usePageWords(onboardingWords).email;
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const [wasSent, setWasSent] = useState(isSent);
  const send = useMutation({
    mutationFn: sendEmailCode,
    onSuccess: () => {
      setWasSent(true);
      setResendAtMs(Date.now() + RESEND_AFTER_MS);
    },
    onError: (error) => {
      if (isOnboardingLost(error)) onLost();
    },
  });
  const explain = useExplain();

  return (
    <div className={classes.step}>
      <p>
        {words.text} <strong className={classes.address}>{email}</strong>
      </p>
      <Done testId="code-sent">{send.isSuccess ? words.sent : null}</Done>
      <Failed text={send.error ? explain(send.error, words.tooManySends) : null} testId="send-failed" />
      {wasSent ? (
        <>
          <CodeForm
            key={send.submittedAt}
            words={words}
            takesFocus
            verify={verifyEmailCode}
            explain={(error) => explain(error, words.tooManyTries)}
            onVerified={onVerified}
            onLost={onLost}
          />
          <Resend atMs={resendAtMs} isPending={send.isPending} onSend={() => send.mutate()} />
        </>
      ) : (
        <Button
          size="md"
          className={classes.primary}
          loading={send.isPending}
          data-testid="send-code"
          onClick={() => send.mutate()}
        >
          {words.send}
        </Button>
      )}
    </div>
  );
}

/** Explains a failed call of this step. */
function useExplain(): (error: unknown, tooMany: string) => string {
  const words = usePageWords(onboardingWords).email;
  const { time } = useWords();
  return (error, tooMany) => {
    const failure = readFailure(error);
    switch (failure.kind) {
      case 'network':
      case 'timeout':
        return words.offline;
      case 'rate_limited':
        return words.wait(formatWait(failure.retryAfterSeconds, time));
      case 'refused':
        if (failure.code === 'invalid_code') return words.wrong;
        return failure.code === 'too_many_attempts' ? tooMany : words.other;
      default:
        return words.mailDown;
    }
  };
}

function Resend({ atMs, isPending, onSend }: { atMs: number | null; isPending: boolean; onSend(): void }) {
  const words = usePageWords(onboardingWords).email;
  const { time } = useWords();
  const seconds = useSecondsLeft(atMs) ?? 0;
  const waits = seconds > 0;
  return (
    <div className={classes.resend}>
      <p>{words.notThere}</p>
      {/* aria-disabled instead of disabled, so that the focus stays when the wait starts or ends. */}
      <Button
        variant="default"
        loading={isPending}
        aria-disabled={waits}
        {...(waits ? { 'data-disabled': true } : {})}
        data-testid="resend"
        onClick={() => waits || onSend()}
      >
        {waits ? words.resendIn(formatWait(seconds, time)) : words.resend}
      </Button>
    </div>
  );
}
