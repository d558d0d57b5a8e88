import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { supportQueueAnswerBody } from '../../api/generated/bodies.ts';
import {
  answerCase,
  assignCase,
  closeCase,
  QUEUE_KEY,
  type QueuedCaseDetail,
  queuedCaseQuery,
  reopenCase,
  supportStaffQuery,
} from '../../api/support.ts';
import { CaseBadge } from '../../features/support/case-badge.tsx';
import { Messages } from '../../features/support/messages.tsx';
import { caseWords } from '../../features/support/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Moment } from '../../ui/moment.tsx';
import { Detail, Facts } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import classes from './support.module.css';
import { supportWords } from './words.ts';

export function CaseDetail({ id, onClose }: { id: string; onClose(): void }) {
  const words = usePageWords(supportWords);
  const query = useQuery(queuedCaseQuery(id));
  return (
    <Detail title={query.data?.number ?? words.title} subject={id} onClose={onClose}>
      <Loaded query={query} lines={6}>
        {(item) => <Opened item={item} />}
      </Loaded>
    </Detail>
  );
}

function Opened({ item }: { item: QueuedCaseDetail }) {
  const words = usePageWords(supportWords);
  const { topics } = usePageWords(caseWords);
  const client = useQueryClient();
  const [done, setDone] = useState('');
  const finish = async (changed: QueuedCaseDetail, said: string) => {
    client.setQueryData(queuedCaseQuery(item.id).queryKey, changed);
    setDone(said);
    await client.invalidateQueries({ queryKey: [...QUEUE_KEY, 'list'] });
  };
  return (
    <div className={classes.case}>
      <Facts
        items={[
          [words.state, <CaseBadge key="state" state={item.status} />],
          [words.topic, topics[item.topic]],
          [words.sender, item.sender || words.visitor],
          ...(item.email ? [[words.email, item.email] as const] : []),
          ...(item.page
            ? [
                [
                  words.page,
                  <Link key="page" to={item.page}>
                    {item.page}
                  </Link>,
                ] as const,
              ]
            : []),
          [words.language, words.languages[item.lang]],
          [words.created, <Moment key="created" at={item.created_at} />],
        ]}
      />
      <Messages
        messages={item.messages}
        own="staff"
        nameOf={({ author, name }) => name || (author === 'staff' ? words.support : words.visitor)}
      />
      {item.status === 'closed' ? (
        <MoveButton
          label={words.reopen}
          run={() => reopenCase(item.id)}
          onDone={(changed) => finish(changed, words.reopened)}
        />
      ) : (
        <>
          <AnswerForm item={item} onDone={(changed) => finish(changed, words.answered)} />
          <HolderForm
            key={item.assigned_to}
            item={item}
            onDone={(changed) => finish(changed, words.assigned)}
          />
          <MoveButton
            label={words.close}
            run={() => closeCase(item.id)}
            onDone={(changed) => finish(changed, words.closed)}
          />
        </>
      )}
      <Done testId="case-done">{done}</Done>
    </div>
  );
}

interface ActionProps {
  item: QueuedCaseDetail;
  onDone(changed: QueuedCaseDetail): Promise<void>;
}

function AnswerForm({ item, onDone }: ActionProps) {
  const words = usePageWords(supportWords);
  const send = useMutation({
    mutationFn: (body: { text: string; close: boolean }) => answerCase(item.id, body),
    onSuccess: async (changed) => {
      form.reset();
      await onDone(changed);
    },
  });
  const form = useBodyForm({
    schema: supportQueueAnswerBody,
    keepAs: `support-answer:${item.id}`,
    initial: { text: '', close: false },
    toBody: ({ text, close }) => ({ text: text.trim(), close }),
    onSend: send.mutate,
    error: send.error,
    isPending: send.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="answer-form">
      <RestoredNote form={form} />
      <Textarea
        {...form.field('text')}
        label={words.answer}
        description={words.reach[item.reached_by]}
        autosize
        minRows={4}
        maxRows={14}
      />
      <Checkbox {...form.field('close')} label={words.andClose} />
      {form.hasFaults ? null : <ActionFailure error={send.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={send.isPending} data-testid="answer">
          {words.send}
        </Button>
      </div>
    </form>
  );
}

function HolderForm({ item, onDone }: ActionProps) {
  const words = usePageWords(supportWords);
  const { user } = useSession();
  const { data: staff } = useQuery(supportStaffQuery);
  const [chosen, setChosen] = useState(item.assigned_to ?? '');
  const assign = useMutation({
    mutationFn: (to: string) => assignCase(item.id, to === '' ? null : to),
    onSuccess: onDone,
  });
  const isMine = item.assigned_to === user.id;
  return (
    <form
      className={classes.holder}
      onSubmit={(event) => {
        event.preventDefault();
        assign.mutate(chosen);
      }}
    >
      <NativeSelect
        id="holder"
        label={words.assign}
        value={chosen}
        data={[
          { value: '', label: words.nobody },
          ...(staff?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <div className={formStyle.actions}>
        <Button type="submit" variant="default" loading={assign.isPending}>
          {words.save}
        </Button>
        {isMine ? null : (
          <Button variant="default" onClick={() => assign.mutate(user.id ?? '')} data-testid="take">
            {words.take}
          </Button>
        )}
      </div>
      <ActionFailure error={assign.error} />
    </form>
  );
}

interface MoveButtonProps {
  label: string;
  run(): Promise<QueuedCaseDetail>;
  onDone(changed: QueuedCaseDetail): Promise<void>;
}

function MoveButton({ label, run, onDone }: MoveButtonProps) {
  const move = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <div>
      <Button variant="default" loading={move.isPending} onClick={() => move.mutate()}>
        {label}
      </Button>
      <ActionFailure error={move.error} />
    </div>
  );
}
