import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { govOfficerReassignBody, govOfficerReleaseBody } from '../../api/generated/bodies.ts';
import { colleaguesQuery, type QueueItem } from '../../api/officer.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Loaded } from '../../ui/states/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { sortColleagues } from './colleagues.ts';
import { officerWords } from './words.ts';
import { workWords } from './work-words.ts';

interface HandoverFormProps {
  action: 'give' | 'free';
  application: QueueItem;
  isSending: boolean;
  /** What was written can no longer be sent. */
  isStale: boolean;
  onSend(values: { to?: string; note: string }): void;
  onCancel(): void;
}

/** Gives a case to a colleague, or back to everybody. */
export function HandoverForm(props: HandoverFormProps) {
  const { action, application, isSending, isStale, onSend, onCancel } = props;
  const { language } = useLanguage();
  const words = usePageWords(workWords);
  const desk = usePageWords(officerWords);
  const shared = usePageWords(uiWords);
  const colleagues = useQuery({ ...colleaguesQuery(application.authority), enabled: action === 'give' });
  const form = useBodyForm({
    schema: action === 'give' ? govOfficerReassignBody : govOfficerReleaseBody,
    initial: { to: '', reason: '' },
    toBody: ({ to, reason }) => ({ ...(action === 'give' ? { to } : {}), reason: reason.trim() }),
    hints: { to: words.chooseColleague },
    onSend: ({ to, reason }) => onSend({ note: reason, ...(to === undefined ? {} : { to }) }),
    isPending: isSending || isStale,
  });
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
    if (event.key !== 'Escape') return;
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
      {action === 'give' ? (
        <Loaded query={colleagues} lines={1}>
          {({ items }) =>
            items.length === 0 ? (
              <p role="status">{words.noColleague}</p>
            ) : (
              <NativeSelect
                {...form.field('to')}
                label={words.colleague}
                autoFocus
                data-testid="colleague"
                data={[
                  { value: '', label: words.chooseColleague },
                  ...sortColleagues(items, application, language),
                ]}
              />
            )
          }
        </Loaded>
      ) : (
        <p>{words.freeText}</p>
      )}
      <Textarea
        {...form.field('reason')}
        label={words.reason}
        description={words.reasonHint}
        rows={2}
        autoFocus={action === 'free'}
        data-testid="handover-reason"
      />
      <div className={formStyle.actions}>
        {isStale ? null : (
          <Button type="submit" loading={isSending} data-testid="action-send">
            {desk.actions[action]}
          </Button>
        )}
        <Button variant="default" data-testid="action-cancel" onClick={onCancel}>
          {isStale ? shared.close : shared.cancel}
        </Button>
      </div>
    </form>
  );
}
