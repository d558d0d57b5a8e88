import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isOnboardingLost } from '../../api/onboarding.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { readDigits } from '../../ui/forms/read-code.ts';
import classes from './onboarding.module.css';

interface CodeFormProps<Result> {
  words: Record<'code' | 'codeHint' | 'shape' | 'verify', string>;
  /** Whether a code is the next thing to do, and not what stands above the form. */
  takesFocus?: boolean;
  verify(code: string): Promise<Result>;
  /** Why a code was not taken, in words. */
  explain(error: unknown): string;
  onVerified(result: Result): void;
  onLost(): void;
}

/** Six digits, from a mail or from an app. */
export function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { words, takesFocus = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isMisshapen, setIsMisshapen] = useState(false);
  const verify = useMutation({
    mutationFn: props.verify,
    onSuccess: props.onVerified,
    onError: (error) => {
      if (isOnboardingLost(error)) props.onLost();
      else field.current?.select();
    },
  });
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const code = readDigits(text);
    setIsMisshapen(code === null);
    if (code === null) field.current?.focus();
    else verify.mutate(code);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <CodeField
        ref={field}
        kind="digits"
        label={words.code}
        description={words.codeHint}
        error={isMisshapen ? words.shape : verify.error ? props.explain(verify.error) : null}
        value={text}
        onChange={setText}
      />
      <Button
        type="submit"
        size="md"
        className={classes.primary}
        loading={verify.isPending || verify.isSuccess}
        data-testid="code-submit"
      >
        {words.verify}
      </Button>
    </form>
  );
}
