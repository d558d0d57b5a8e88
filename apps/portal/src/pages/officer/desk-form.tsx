import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import type { BodyForm } from '../../ui/forms/use-body-form.ts';
import { uiWords } from '../../ui/words.ts';
import type { DeskAction } from './desk-actions.ts';
import { officerWords } from './words.ts';

interface DeskFormProps {
  action: DeskAction;
  isSending: boolean;
  /** What was written can no longer be sent. */
  isStale: boolean;
  hint?: ReactNode;
  form: Pick<BodyForm<{ note?: string }>, 'restored' | 'startOver' | 'send' | 'forget'>;
  onCancel(): void;
  /** The fields. */
  children: ReactNode;
}

/** The form of an action on a case: Ctrl+Enter sends it, Escape closes it and keeps its text, Cancel discards it. */
export function DeskForm({ action, isSending, isStale, hint, form, onCancel, children }: DeskFormProps) {
  const desk = usePageWords(officerWords);
  const shared = usePageWords(uiWords);
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
    if (event.key !== 'Escape') return;
    // The form goes first, the case with the next press.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onCancel();
  };
  return (
    <form
      className={formStyle.form}
      onSubmit={form.send}
      onKeyDown={press}
      noValidate
      data-testid={`form-${action}`}
    >
      {isStale ? null : <RestoredNote form={form} />}
      {children}
      <div className={formStyle.actions}>
        {isStale ? null : (
          <Button
            type="submit"
            className={action === 'refuse' ? buttonStyle.danger : undefined}
            loading={isSending}
            // Forms without a field.
            autoFocus={action === 'deliver' || action === 'unask'}
            data-testid="action-send"
          >
            {desk.actions[action]}
          </Button>
        )}
        <Button
          variant="default"
          data-testid="action-cancel"
          onClick={() => {
            form.forget();
            onCancel();
          }}
        >
          {isStale ? shared.close : shared.cancel}
        </Button>
        {isStale ? null : hint}
      </div>
    </form>
  );
}
