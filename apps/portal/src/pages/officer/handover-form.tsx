import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { govOfficerReassignBody, govOfficerReleaseBody } from '../../api/generated/bodies.ts';
import { colleaguesQuery, type QueueItem } from '../../api/officer.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Loaded } from '../../ui/states/states.tsx';
import { nameCaseText } from './case-text.ts';
import { sortColleagues } from './colleagues.ts';
import { DeskForm } from './desk-form.tsx';
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
  const colleagues = useQuery({ ...colleaguesQuery(application.authority_id), enabled: action === 'give' });
  const form = useBodyForm({
    schema: action === 'give' ? govOfficerReassignBody : govOfficerReleaseBody,
    keepAs: nameCaseText(application.id, action),
    isForgottenByPage: true,
    initial: { to: '', reason: '' },
    toBody: ({ to, reason }) => ({ ...(action === 'give' ? { to } : {}), reason: reason.trim() }),
    hints: { to: words.chooseColleague },
    onSend: ({ to, reason }) => onSend({ note: reason, ...(to === undefined ? {} : { to }) }),
    isPending: isSending || isStale,
  });
  return (
    <DeskForm action={action} isSending={isSending} isStale={isStale} form={form} onCancel={onCancel}>
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
    </DeskForm>
  );
}
