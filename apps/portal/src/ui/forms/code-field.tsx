import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './code-field.module.css';

interface CodeFieldProps extends TextInputProps {
  /** Digits come from an app or a mail; a recovery code has letters too. */
  kind: 'digits' | 'recovery';
  testId?: string;
}

/** One field and not six: it can be pasted into, filled in by the phone, read out and corrected as any other. */
export function CodeField({ kind, testId = 'code', ...input }: CodeFieldProps) {
  const isDigits = kind === 'digits';
  return (
    <TextInput
      {...input}
      size="lg"
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      errorProps={{ role: 'alert' }}
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
