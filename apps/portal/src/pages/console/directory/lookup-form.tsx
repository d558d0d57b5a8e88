import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { readFailure } from '../../../api/errors.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ActionFailure, EmptyState } from '../../../ui/states/states.tsx';
import classes from './directory.module.css';
import { directoryWords } from './words.ts';

interface LookupFormProps {
  label: string;
  hint: string;
  maxLength: number;
  isPending: boolean;
  error: unknown;
  /** Returns the search text as the server expects it. */
  normalise(text: string): string;
  /** Returns the error text of a normalised search text, or null. */
  check(text: string): string | null;
  onFind(text: string): void;
}

/** Searches only on submit, because each search is recorded in the audit log. */
export function LookupForm(props: LookupFormProps) {
  const words = usePageWords(directoryWords);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const failure = props.error ? readFailure(props.error) : null;
  const isUnknown = failure?.kind === 'refused' && failure.status === 404;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.isPending) return;
    const wanted = props.normalise(text);
    const found = props.check(wanted);
    setFault(found);
    if (found) field.current?.focus();
    else props.onFind(wanted);
  };

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          size="md"
          label={props.label}
          description={props.hint}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={fault}
          errorProps={{ role: 'alert' }}
          value={text}
          maxLength={props.maxLength}
          autoComplete="off"
          spellCheck={false}
          data-testid="lookup"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={props.isPending} data-testid="lookup-submit">
          {words.find}
        </Button>
      </form>
      {isUnknown ? (
        <EmptyState title={words.notFound}>{words.notFoundText}</EmptyState>
      ) : (
        <ActionFailure error={props.error} />
      )}
    </>
  );
}
