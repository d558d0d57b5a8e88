import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, readFailure } from '../../api/errors.ts';
import { createTotpSecret, enrolTotp, isOnboardingLost, type TotpSecret } from '../../api/onboarding.ts';
import { formatWait } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeForm } from './code-form.tsx';
import { groupSecret } from './group-secret.ts';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

interface TotpStepProps {
  onEnrolled(recoveryCodes: string[]): void;
  onLost(): void;
}

export function TotpStep({ onEnrolled, onLost }: TotpStepProps) {
  const words = usePageWords(onboardingWords).totp;
  const { errors, time } = useWords();
  // Each visit of this step creates a new secret, and the server forgets the previous one.
  const secret = useQuery({
    queryKey: ['onboarding', 'totp'],
    queryFn: createTotpSecret,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const isLost = isOnboardingLost(secret.error);
  const lose = useRef(onLost);
  lose.current = onLost;
  useEffect(() => {
    if (isLost) lose.current();
  }, [isLost]);

  const explain = (error: unknown): string => {
    const failure = readFailure(error);
    switch (failure.kind) {
      case 'network':
      case 'timeout':
        return words.offline;
      case 'rate_limited':
        return words.wait(formatWait(failure.retryAfterSeconds, time));
      case 'refused': {
        const sentences: Record<string, string> = words.problems;
        const own = Object.hasOwn(sentences, failure.code) ? sentences[failure.code] : undefined;
        return own ?? ((error instanceof ApiError && error.serverText) || words.other);
      }
      default:
        return words.other;
    }
  };

  if (secret.data)
    return (
      <div className={classes.step}>
        <p>{words.text}</p>
        <SecretView secret={secret.data} />
        <CodeForm
          words={words}
          verify={enrolTotp}
          explain={explain}
          onVerified={onEnrolled}
          onLost={onLost}
        />
      </div>
    );
  if (secret.isPending || isLost) return <div className={classes.hold} aria-busy="true" />;
  return (
    <div className={classes.step} role="alert">
      <p>{errors.unavailableText}</p>
      <div>
        <Button loading={secret.isFetching} data-testid="retry" onClick={() => void secret.refetch()}>
          {errors.retry}
        </Button>
      </div>
    </div>
  );
}

function SecretView({ secret }: { secret: TotpSecret }) {
  const words = usePageWords(onboardingWords).totp;
  return (
    <div className={classes.secret}>
      <div className={classes.qr}>
        <QrCode text={secret.otpauth_url} label={words.qrAlt} isStale={false} />
      </div>
      <div className={classes.byHand}>
        <p>{words.byHand}</p>
        <p className={classes.key} data-testid="totp-secret">
          {groupSecret(secret.secret).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal, and their order never changes
            <span key={index}>{group}</span>
          ))}
        </p>
        <CopyButton text={secret.secret} label={words.key} />
        <p>
          <a href={secret.otpauth_url}>{words.openHere}</a>
        </p>
      </div>
    </div>
  );
}
