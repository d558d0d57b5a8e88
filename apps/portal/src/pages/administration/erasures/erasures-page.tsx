import { Button, Textarea } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { decideErasure, erasuresQuery, type ListedErasure } from '../../../api/account.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import pageStyle from '../../../ui/page/page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { CardList } from '../../../ui/table/card-list.tsx';
import { momentColumn } from '../../../ui/table/columns.tsx';
import { SaveRows } from '../../../ui/table/save-rows.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './erasures.module.css';
import { erasuresWords } from './words.ts';

const TONES: Record<ListedErasure['state'], Tone> = {
  open: 'wait',
  withdrawn: 'plain',
  refused: 'warn',
  done: 'good',
};

interface Asked {
  request: ListedErasure;
  decision: 'erase' | 'refuse';
}

export function ErasuresPage() {
  const words = usePageWords(erasuresWords);
  const client = useQueryClient();
  const query = useInfiniteQuery(erasuresQuery);
  const stepUp = useStepUp();
  const message = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const {
    value: answer,
    change: setAnswer,
    forget: forgetTyped,
  } = useTyped(`erasure:${asked?.request.id ?? ''}:${asked?.decision ?? ''}`, '');
  const [isMissing, setIsMissing] = useState(false);
  const [said, setSaid] = useState<'erased' | 'refused' | null>(null);
  const nameOf = (request?: ListedErasure) => request?.name || words.nameless;
  const decide = useMutation({
    mutationFn: ({ request, decision }: Asked) =>
      stepUp.run(() => decideErasure(request.id, { decision, answer: answer.trim() })),
    onSuccess: async (_nothing, { decision }) => {
      await client.invalidateQueries({ queryKey: erasuresQuery.queryKey });
      forgetTyped();
      setSaid(decision === 'erase' ? 'erased' : 'refused');
      setAsked(null);
      message.current?.focus();
    },
  });
  const ask = (request: ListedErasure, decision: Asked['decision']) => {
    decide.reset();
    setIsMissing(false);
    setSaid(null);
    setAsked({ request, decision });
  };
  const isErasing = asked?.decision === 'erase';
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <Done ref={message} testId="erasures-said">
          {said === null ? null : words[said]}
        </Done>
        <SaveRows
          id="erasure-requests"
          query={erasuresQuery}
          columns={[
            { key: 'name', title: words.file.name, text: nameOf },
            { key: 'state', title: words.file.state, text: ({ state }) => words.states[state] },
            { key: 'reason', title: words.file.reason, text: ({ reason }) => reason },
            { key: 'answer', title: words.answer, text: (request) => request.answer },
            momentColumn({ key: 'asked', title: words.file.asked, at: ({ created_at }) => created_at }),
          ]}
        />
        <CardList
          query={query}
          icon={<IconUserX size={30} stroke={1.5} />}
          words={words}
          className={classes.list}
        >
          {(request) => <Request key={request.id} request={request} name={nameOf(request)} onAsk={ask} />}
        </CardList>
      </div>
      <ConfirmDialog
        isOpen={asked !== null && !stepUp.isOpen}
        isDangerous={isErasing}
        title={(isErasing ? words.eraseTitle : words.refuseTitle)(nameOf(asked?.request))}
        action={isErasing ? words.erase : words.refuse}
        isPending={decide.isPending}
        failure={<ActionFailure error={readStepUpFailure(decide.error)} />}
        onConfirm={() => {
          setIsMissing(answer.trim() === '');
          if (asked && answer.trim() !== '') decide.mutate(asked);
        }}
        onCancel={() => setAsked(null)}
      >
        <p>{isErasing ? words.eraseText : words.refuseText}</p>
        <Textarea
          label={words.answer}
          description={words.answerHint}
          error={isMissing && answer.trim() === '' ? words.answerMissing : undefined}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          errorProps={{ role: 'alert' }}
          maxLength={1000}
          rows={3}
          value={answer}
          data-testid="erasure-answer"
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      </ConfirmDialog>
      {stepUp.dialog}
    </div>
  );
}

interface RequestProps {
  request: ListedErasure;
  name: string;
  onAsk(request: ListedErasure, decision: Asked['decision']): void;
}

function Request({ request, name, onAsk }: RequestProps) {
  const { language } = useLanguage();
  const words = usePageWords(erasuresWords);
  return (
    <li className={classes.request} data-testid="erasure-request" data-state={request.state}>
      <h2>
        {name} <Badge tone={TONES[request.state]}>{words.states[request.state]}</Badge>
      </h2>
      <p>{request.reason === '' ? words.noReason : words.reason(request.reason)}</p>
      {request.answer === '' ? null : <p>{words.answered(request.answer)}</p>}
      <p className={textStyle.quiet}>{formatDateTime(request.created_at, language)}</p>
      {request.state === 'open' ? (
        <div className={formStyle.actions}>
          {(['erase', 'refuse'] as const).map((decision) => (
            <Button
              key={decision}
              variant="default"
              size="sm"
              aria-label={words[`${decision}Label`](name)}
              data-testid={`${decision}-request`}
              onClick={() => onAsk(request, decision)}
            >
              {words[decision]}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}
