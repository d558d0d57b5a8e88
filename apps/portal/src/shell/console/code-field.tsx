import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import classes from './console.module.css';

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint: string;
  error: string | null;
  value: string;
  onChange(code: string): void;
}

/** One field for the six digits: it can be pasted into, and password managers fill it. */
export function CodeField({ ref, label, hint, error, value, onChange }: CodeFieldProps) {
  return (
    <TextInput
      ref={ref}
      className={classes.code}
      size="md"
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      error={error}
      errorProps={{ role: 'alert' }}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      data-autofocus
      data-testid="totp"
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
