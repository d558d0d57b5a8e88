import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Application,
  applicationQuery,
  applicationsQuery,
  decideApproval,
} from '../../../api/applications.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { approvalWords } from './approval-words.ts';

/** The decision whether everybody may sign in to an application that a developer registered. */
export function ApprovalPart({ application }: { application: Application }) {
  const words = usePageWords(approvalWords);
  const client = useQueryClient();
  const {
    value: reason,
    change: setReason,
    forget: forgetTyped,
  } = useTyped(`approval:${application.id}`, '');
  const stepUp = useStepUp();
  const decide = useMutation({
    mutationFn: (approve: boolean) => stepUp.run(() => decideApproval(application, approve, reason.trim())),
    onSuccess: (decided) => {
      forgetTyped();
      client.setQueryData(applicationQuery(application.id).queryKey, decided);
      void client.invalidateQueries({ queryKey: applicationsQuery.queryKey, exact: true });
    },
  });
  const isAsked = application.approval_asked_at !== undefined;
  return (
    <section className={noteStyle.note} data-tone="warn" data-testid="approval">
      <div className={formStyle.form}>
        <p>{isAsked ? words.asked : words.trial}</p>
        {isAsked ? (
          <Textarea
            label={words.reason}
            description={words.reasonHint}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-testid="approval-reason"
          />
        ) : null}
        <ActionFailure error={readStepUpFailure(decide.error)} />
        <div className={formStyle.actions}>
          <Button loading={decide.isPending} onClick={() => decide.mutate(true)} data-testid="approve">
            {words.approve}
          </Button>
          {isAsked ? (
            <Button
              variant="default"
              loading={decide.isPending}
              onClick={() => decide.mutate(false)}
              data-testid="refuse-approval"
            >
              {words.refuse}
            </Button>
          ) : null}
        </div>
      </div>
      {stepUp.dialog}
    </section>
  );
}
