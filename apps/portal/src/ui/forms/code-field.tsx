import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import classes from './code-field.module.css';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** Digits come from an app or a mail; a recovery code has letters too. */
  kind: 'digits' | 'recovery';
  label: string;
  description: string;
  error: string | null;
  testId?: string;
  value: string;
  onChange(value: string): void;
}

/** One field and not six: it can be pasted into, filled in by the phone, read out and corrected as any other. */
export function CodeField({
  ref,
  kind,
  label,
  description,
  error,
  testId = 'code',
  value,
  onChange,
}: CodeFieldProps) {
  const isDigits = kind === 'digits';
  return (
    <TextInput
      ref={ref}
      size="lg"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      error={error}
      errorProps={{ role: 'alert' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-testid={testId}
      data-autofocus
      classNames={{ input: classes.code ?? '' }}
      inputMode={isDigits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize={isDigits ? 'off' : 'characters'}
      autoCorrect="off"
      spellCheck={false}
      maxLength={isDigits ? 12 : 20}
      required
      withAsterisk={false}
    />
  );
}
