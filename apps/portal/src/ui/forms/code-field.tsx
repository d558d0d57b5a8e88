import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './code-field.module.css';

interface CodeFieldProps extends TextInputProps {
  /** `digits`: six digits of an app or an e-mail; `recovery`: letters and digits. */
  kind: 'digits' | 'recovery';
  testId?: string;
}

/** One field instead of six, because paste, autofill, screen readers and corrections work in it. */
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
