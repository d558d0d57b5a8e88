import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { CaseResult } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { uiWords } from '../../ui/words.ts';
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
  isSending: boolean;
  /** What was written can no longer be sent. */
  isStale: boolean;
  onSend(values: { note: string; result?: CaseResult }): void;
  onCancel(): void;
}

/** Beside the case and not above it: who decides reads the answers while they write. */
export function ActionForm(props: ActionFormProps) {
  const { action, issuesReference, isSending, isStale, onSend, onCancel } = props;
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const shared = usePageWords(uiWords);
  const choices = action === 'approve' || action === 'refuse' ? RESULTS[action] : null;
  const [note, setNote] = useState('');
  const [result, setResult] = useState<Exclude<CaseResult, ''>>(choices?.[0] ?? 'granted');
  const [isMissing, setIsMissing] = useState(false);
  const needsNote = action === 'ask' || action === 'refuse';
  const texts = {
    ask: { label: words.askNote, hint: words.askHint, missing: words.askMissing },
    refuse: { label: words.refuseNote, hint: words.refuseHint, missing: words.refuseMissing },
    approve: { label: words.noteOptional, hint: words.approveHint, missing: '' },
    deliver: null,
  }[action];

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending || isStale) return;
    if (needsNote && note.trim() === '') {
      setIsMissing(true);
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
      className={formStyle.form}
      onSubmit={submit}
      onKeyDown={press}
      noValidate
      data-testid={`form-${action}`}
    >
      {texts ? (
        <Textarea
          id="action-note"
          label={texts.label}
          description={isStale ? null : texts.hint}
          readOnly={isStale}
          value={note}
          error={isMissing ? texts.missing : null}
          maxLength={2000}
          minRows={3}
          rows={4}
          autoFocus
          data-testid="action-note"
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setIsMissing(false);
          }}
        />
      ) : (
        <p>{words.deliverText}</p>
      )}
      {choices && !isStale ? (
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
      {action === 'approve' && issuesReference && !isStale ? (
        <p className={classes.quiet}>{words.issues}</p>
      ) : null}
      <div className={formStyle.actions}>
        {isStale ? null : (
          <Button
            type="submit"
            className={action === 'refuse' ? buttonStyle.danger : undefined}
            loading={isSending}
            autoFocus={!texts}
            data-testid="action-send"
          >
            {desk.actions[action]}
          </Button>
        )}
        <Button variant="default" data-testid="action-cancel" onClick={onCancel}>
          {isStale ? shared.close : shared.cancel}
        </Button>
        {isStale ? null : <span className={classes.hint}>{words.sendKeys}</span>}
      </div>
    </form>
  );
}
