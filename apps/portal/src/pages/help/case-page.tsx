import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { supportCasesWriteBody } from '../../api/generated/bodies.ts';
import { OWN_CASES_KEY, ownCaseQuery, type SupportCaseDetail, writeToSupport } from '../../api/support.ts';
import { CaseBadge } from '../../features/support/case-badge.tsx';
import { Messages } from '../../features/support/messages.tsx';
import { caseWords } from '../../features/support/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import noteStyle from '../../ui/note.module.css';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { casesWords } from './contact-words.ts';
import classes from './help.module.css';

export function CasePage() {
  const { id = '' } = useParams();
  const words = usePageWords(casesWords);
  return (
    <FoundPage query={useQuery(ownCaseQuery(id))} backTo="/help/cases" words={words}>
      {(item) => <Opened item={item} />}
    </FoundPage>
  );
}

function Opened({ item }: { item: SupportCaseDetail }) {
  const words = usePageWords(casesWords);
  const { topics } = usePageWords(caseWords);
  return (
    <>
      <PageHead title={item.number} lead={topics[item.topic]} />
      <div className={classes.case}>
        <p>
          <CaseBadge state={item.status} />
        </p>
        <Messages
          messages={item.messages}
          own="sender"
          nameOf={({ author }) => (author === 'sender' ? words.you : words.support)}
        />
        {item.status === 'closed' ? (
          <p className={noteStyle.note}>{words.closed}</p>
        ) : (
          <ReplyForm id={item.id} />
        )}
      </div>
    </>
  );
}

function ReplyForm({ id }: { id: string }) {
  const words = usePageWords(casesWords);
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: ({ text }: { text: string }) => writeToSupport(id, text),
    onSuccess: async (item) => {
      client.setQueryData(ownCaseQuery(id).queryKey, item);
      form.reset();
      await client.invalidateQueries({ queryKey: [...OWN_CASES_KEY, 'list'] });
    },
  });
  const form = useBodyForm({
    schema: supportCasesWriteBody,
    keepAs: `support-reply:${id}`,
    initial: { text: '' },
    toBody: ({ text }) => ({ text: text.trim() }),
    onSend: send.mutate,
    error: send.error,
    isPending: send.isPending,
  });
  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <Textarea
        {...form.field('text')}
        label={words.reply}
        description={words.replyHint}
        autosize
        minRows={3}
        maxRows={12}
      />
      {form.hasFaults ? null : <ActionFailure error={send.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={send.isPending} data-testid="send">
          {words.send}
        </Button>
      </div>
      <Done>{send.isSuccess && form.values.text === '' ? words.sent : ''}</Done>
    </form>
  );
}
