import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Application, cancelApplication } from '../../api/gov.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { Section } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { applicationWords } from './words.ts';

export function CancelSection({ application, onDone }: { application: Application; onDone(): void }) {
  const { cancel: words } = usePageWords(applicationWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { value: reason, change: setReason, forget: forgetTyped } = useTyped(`cancel:${application.id}`, '');
  const cancel = useMutation({
    mutationFn: () => cancelApplication(application.id, reason.trim()),
    onSuccess: () => {
      forgetTyped();
      onDone();
      return client.invalidateQueries({ queryKey: ['gov'] });
    },
  });
  return (
    <Section id="cancel" title={words.heading} lead={words.text}>
      <div>
        <Button
          variant="default"
          data-testid="cancel"
          onClick={() => {
            cancel.reset();
            setIsAsking(true);
          }}
        >
          {words.action}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.title}
        action={words.action}
        isPending={cancel.isPending}
        failure={<Failed text={cancel.error ? explain(cancel.error) : null} />}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.dialog}</p>
        <Textarea
          label={words.reason}
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </Section>
  );
}
