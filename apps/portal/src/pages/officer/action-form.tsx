import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { govOfficerDecideBody, govOfficerRequestInfoBody } from '../../api/generated/bodies.ts';
import type { CaseResult } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { dayAt } from '../../i18n/time.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import classes from './case.module.css';
import { nameCaseText } from './case-text.ts';
import { caseWords } from './case-words.ts';
import type { DeskAction } from './desk-actions.ts';
import { DeskForm } from './desk-form.tsx';
import { ReplyPicker } from './reply-picker.tsx';
import { officerWords } from './words.ts';

const RESULTS = {
  approve: ['granted', 'processed'],
  refuse: ['refused', 'not_admissible'],
} as const;

/** Time that the form proposes for an answer. */
const USUAL_DAYS = 14;
const dayAfter = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000));

interface ActionFormProps {
  caseId: string;
  action: Exclude<DeskAction, 'take' | 'give' | 'free'>;
  issuesReference: boolean;
  needsSignature: boolean;
  isSending: boolean;
  /** What was written can no longer be sent. */
  isStale: boolean;
  onSend(values: { note: string; result?: CaseResult; answerBy?: string }): void;
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
    unask: null,
  }[action];

  const form = useBodyForm({
    schema: choices ? govOfficerDecideBody : govOfficerRequestInfoBody,
    keepAs: nameCaseText(caseId, action),
    isForgottenByPage: true,
    initial: {
      note: '',
      result: (choices?.[0] ?? '') as CaseResult,
      answer_by: action === 'ask' ? dayAfter(USUAL_DAYS) : '',
    },
    toBody: ({ note, result, answer_by }) => ({
      note: note.trim(),
      ...(action === 'ask' && answer_by ? { answer_by } : {}),
      ...(choices ? { approve: action === 'approve', result } : {}),
    }),
    check: ({ note, answer_by }) => ({
      ...(needsNote && note.trim() === '' ? { note: texts?.missing } : {}),
      ...(answer_by && (answer_by <= dayAfter(0) || answer_by > dayAfter(365))
        ? { answer_by: words.answerByFault }
        : {}),
    }),
    onSend: ({ note, result, answer_by }) =>
      onSend({ note, ...(result ? { result } : {}), ...(answer_by ? { answerBy: answer_by } : {}) }),
    isPending: isSending || isStale,
  });

  return (
    <DeskForm
      action={action}
      isSending={isSending}
      isStale={isStale}
      hint={<span className={classes.hint}>{words.sendKeys}</span>}
      form={form}
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
        <p>{action === 'unask' ? words.unaskText : words.deliverText}</p>
      )}
      {action === 'ask' && !isStale ? (
        <TextInput
          {...form.field('answer_by')}
          type="date"
          label={words.answerBy}
          description={words.answerByHint}
          min={dayAfter(1)}
          max={dayAfter(365)}
          data-testid="action-answer-by"
        />
      ) : null}
      {texts && action !== 'deliver' && action !== 'unask' && !isStale ? (
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
