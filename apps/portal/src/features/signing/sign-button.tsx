import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { ApiError, readFailure } from '../../api/errors.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Failed, Reference } from '../../ui/states/states.tsx';
import { signButtonWords } from './sign-button-words.ts';
import { useSignFailure } from './use-sign-failure.ts';

export function SignRefusal({ error }: { error: unknown }) {
  const explain = useSignFailure();
  if (!error) return null;
  return (
    <Failed
      testId="sign-refused"
      text={
        <>
          {explain(error)}
          <Reference error={error} />
        </>
      }
    />
  );
}

interface SignButtonProps {
  /** Of the last attempt. */
  error: unknown;
  isPending: boolean;
  isDisabled: boolean;
  onSign(): void;
  onSignWithoutMark(): void;
}

/** Described by `#sign-hint`. Offers to sign without the mark when the document refuses only that. */
export function SignButton({ error, isPending, isDisabled, onSign, onSignWithoutMark }: SignButtonProps) {
  const words = usePageWords(signButtonWords);
  return isAboutMark(error) ? (
    <Button size="md" data-testid="sign-without-mark" onClick={onSignWithoutMark}>
      {words.noMark}
    </Button>
  ) : (
    <Button
      size="md"
      loading={isPending}
      disabled={isDisabled}
      leftSection={<IconSignature size={20} aria-hidden="true" />}
      aria-describedby="sign-hint"
      data-testid="sign"
      onClick={onSign}
    >
      {words.sign}
    </Button>
  );
}

/** A certified document may refuse the mark alone. */
function isAboutMark(error: unknown): boolean {
  const failure = readFailure(error);
  if (!(error instanceof ApiError) || failure.kind !== 'refused' || failure.code !== 'not_signable')
    return false;
  const reason = (error.data as { reason?: unknown } | null)?.reason;
  return ['mark_not_allowed', 'mark_too_small', 'unprintable_text'].includes(String(reason));
}
