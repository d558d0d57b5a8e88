import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BodySchema } from '../../api/body-schema.ts';
import { superadminOnboardTotpVerifyBody } from '../../api/generated/bodies.ts';
import { isOnboardingLost } from '../../api/onboarding.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { readDigits } from '../../ui/forms/read-code.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
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

/** The proxy adds the token of the onboarding from its cookie. */
const schema: BodySchema = { ...superadminOnboardTotpVerifyBody, required: ['code'] };

/** Six digits, from a mail or from an app. */
export function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { words, takesFocus = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    mutationFn: props.verify,
    onSuccess: props.onVerified,
    onError: (error) => {
      if (isOnboardingLost(error)) return props.onLost();
      form.setFieldError('code', props.explain(error));
      field.current?.select();
    },
  });
  const form = useBodyForm({
    schema,
    keepAs: null,
    initial: { code: '' },
    toBody: ({ code }) => ({ code: readDigits(code) ?? '' }),
    check: ({ code }) => (readDigits(code) === null ? { code: words.shape } : {}),
    onSend: ({ code }) => verify.mutate(code),
    isPending: verify.isPending,
  });
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  return (
    <form className={classes.form} onSubmit={form.send} noValidate>
      <CodeField
        {...form.field('code')}
        ref={field}
        kind="digits"
        label={words.code}
        description={words.codeHint}
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
