import { NativeSelect, Textarea } from '@mantine/core';
import { govOfficerDecideBody, govOfficerRequestInfoBody } from '../../api/generated/bodies.ts';
import type { CaseResult } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import type { DeskAction } from './desk-actions.ts';
import { DeskForm } from './desk-form.tsx';
import { ReplyPicker } from './reply-picker.tsx';
import { officerWords } from './words.ts';

const RESULTS = {
  approve: ['granted', 'processed'],
  refuse: ['refused', 'not_admissible'],
} as const;

interface ActionFormProps {
  caseId: string;
  action: Exclude<DeskAction, 'take' | 'give' | 'free'>;
  issuesReference: boolean;
  needsSignature: boolean;
  isSending: boolean;
  /** What was written can no longer be sent. */
  isStale: boolean;
  onSend(values: { note: string; result?: CaseResult }): void;
  onCancel(): void;
}

/** Beside the case and not above it: who decides reads the answers while they write. */
export function ActionForm(props: ActionFormProps) {
  const { caseId, action, issuesReference, needsSignature, isSending, isStale, onSend, onCancel } = props;
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const choices = action === 'approve' || action === 'refuse' ? RESULTS[action] : null;
  const needsNote = action === 'ask' || action === 'refuse';
  const texts = {
    ask: { label: words.askNote, hint: words.askHint, missing: words.askMissing },
    refuse: { label: words.refuseNote, hint: words.refuseHint, missing: words.refuseMissing },
    approve: { label: words.noteOptional, hint: words.approveHint, missing: '' },
    deliver: null,
  }[action];

  const form = useBodyForm({
    schema: choices ? govOfficerDecideBody : govOfficerRequestInfoBody,
    initial: { note: '', result: (choices?.[0] ?? '') as CaseResult },
    toBody: ({ note, result }) => ({
      note: note.trim(),
      ...(choices ? { approve: action === 'approve', result } : {}),
    }),
    check: ({ note }) => (needsNote && note.trim() === '' ? { note: texts?.missing } : {}),
    onSend: ({ note, result }) => onSend({ note, ...(result ? { result } : {}) }),
    isPending: isSending || isStale,
  });

  return (
    <DeskForm
      action={action}
      isSending={isSending}
      isStale={isStale}
      hint={<span className={classes.hint}>{words.sendKeys}</span>}
      onSubmit={form.send}
      onCancel={onCancel}
    >
      {texts ? (
        <Textarea
          {...form.field('note')}
          label={texts.label}
          description={isStale ? null : texts.hint}
          readOnly={isStale}
          minRows={3}
          rows={4}
          autoFocus
          data-testid="action-note"
        />
      ) : (
        <p>{words.deliverText}</p>
      )}
      {texts && action !== 'deliver' && !isStale ? (
        <ReplyPicker
          caseId={caseId}
          kind={action}
          onInsert={(text) =>
            form.setFieldValue('note', (note) => (note.trim() === '' ? text : `${note.trimEnd()}\n\n${text}`))
          }
        />
      ) : null}
      {choices && !isStale ? (
        <NativeSelect
          {...form.field('result')}
          label={words.resultLabel}
          data-testid="action-result"
          data={choices.map((value) => ({ value, label: desk.results[value] }))}
        />
      ) : null}
      {action === 'approve' && issuesReference && !isStale ? (
        <p className={classes.quiet}>{words.issues}</p>
      ) : null}
      {choices && needsSignature && !isStale ? (
        <p className={classes.quiet} data-testid="needs-signature">
          {words.needsSignature}
        </p>
      ) : null}
    </DeskForm>
  );
}
