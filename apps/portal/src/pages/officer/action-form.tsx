import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { CaseResult } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import detail from '../administration/detail.module.css';
import { administrationWords } from '../administration/words.ts';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import type { DeskAction } from './desk-actions.ts';
import { officerWords } from './words.ts';

const RESULTS = {
  approve: ['granted', 'processed'],
  refuse: ['refused', 'not_admissible'],
} as const;

interface ActionFormProps {
  action: Exclude<DeskAction, 'take'>;
  issuesReference: boolean;
  isPending: boolean;
  onSend(values: { note: string; result?: CaseResult }): void;
  onCancel(): void;
}

/** Beside the case and not above it: who decides reads the answers while they write. */
export function ActionForm({ action, issuesReference, isPending, onSend, onCancel }: ActionFormProps) {
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const shared = usePageWords(administrationWords);
  const choices = action === 'approve' || action === 'refuse' ? RESULTS[action] : null;
  const [note, setNote] = useState('');
  const [result, setResult] = useState<Exclude<CaseResult, ''>>(choices?.[0] ?? 'granted');
  const [error, setError] = useState<string | null>(null);
  const needsNote = action === 'ask' || action === 'refuse';
  const texts = {
    ask: { label: words.askNote, hint: words.askHint },
    refuse: { label: words.refuseNote, hint: words.refuseHint },
    approve: { label: words.noteOptional, hint: words.approveHint },
    deliver: null,
  }[action];

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isPending) return;
    if (needsNote && note.trim() === '') {
      setError(words.noteRequired);
      document.getElementById('action-note')?.focus();
      return;
    }
    onSend({ note: note.trim(), ...(choices ? { result } : {}) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== 'Escape') return;
    // The form goes first, the case with the next press.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onCancel();
  };

  return (
    <form
      className={detail.form}
      onSubmit={submit}
      onKeyDown={press}
      noValidate
      data-testid={`form-${action}`}
    >
      {texts ? (
        <Textarea
          id="action-note"
          label={texts.label}
          description={texts.hint}
          value={note}
          error={error}
          maxLength={2000}
          minRows={3}
          rows={4}
          autoFocus
          data-testid="action-note"
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setError(null);
          }}
        />
      ) : (
        <p>{words.deliverText}</p>
      )}
      {choices ? (
        <NativeSelect
          label={words.resultLabel}
          value={result}
          data-testid="action-result"
          data={choices.map((value) => ({ value, label: desk.results[value] }))}
          onChange={(event) =>
            setResult(choices.find((value) => value === event.currentTarget.value) ?? choices[0])
          }
        />
      ) : null}
      {action === 'approve' && issuesReference ? <p className={classes.quiet}>{words.issues}</p> : null}
      <div className={detail.actions}>
        <Button
          type="submit"
          className={action === 'refuse' ? detail.danger : undefined}
          loading={isPending}
          autoFocus={!texts}
          data-testid="action-send"
        >
          {desk.actions[action]}
        </Button>
        <Button variant="default" data-testid="action-cancel" onClick={onCancel}>
          {shared.cancel}
        </Button>
        <span className={classes.hint}>{words.sendKeys}</span>
      </div>
    </form>
  );
}
