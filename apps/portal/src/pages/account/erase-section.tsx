import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askErasure, type Erasure, erasureQuery, withdrawErasure } from '../../api/account.ts';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { focusSection, Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import classes from './account.module.css';
import { dataWords } from './data-words.ts';

const TONES: Record<NonNullable<Erasure['request']>['state'], Tone> = {
  open: 'wait',
  withdrawn: 'plain',
  refused: 'warn',
  done: 'good',
};

export function EraseSection() {
  const { language } = useLanguage();
  const { erase: words } = usePageWords(dataWords);
  const query = useQuery(erasureQuery(language));
  return (
    <Section id="erase" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="platform" lines={4}>
        {(erasure) => <Erasing erasure={erasure} />}
      </Loaded>
    </Section>
  );
}

function Erasing({ erasure }: { erasure: Erasure }) {
  const { language } = useLanguage();
  const { erase: words } = usePageWords(dataWords);
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [isAsked, setIsAsked] = useState(false);
  const { value: reason, change: setReason, forget: forgetTyped } = useTyped('erasure', '');
  const [said, setSaid] = useState<'asked' | 'withdrawn' | null>(null);
  const finish = (answer: Erasure, what: 'asked' | 'withdrawn') => {
    client.setQueryData(erasureQuery(language).queryKey, answer);
    setSaid(what);
    setIsAsked(false);
    focusSection('erase');
  };
  const ask = useMutation({
    mutationFn: () => stepUp.run(() => askErasure({ reason: reason.trim() })),
    onSuccess: (answer) => {
      forgetTyped();
      return finish(answer, 'asked');
    },
  });
  const withdraw = useMutation({
    mutationFn: withdrawErasure,
    onSuccess: (answer) => finish(answer, 'withdrawn'),
  });
  const { request } = erasure;
  return (
    <>
      <Done testId="erase-said">{said === null ? null : words[said]}</Done>
      {request === undefined ? null : (
        <div data-testid="erasure" data-state={request.state}>
          <p className={rowStyle.rowTitle}>
            {words.last(formatDateTime(request.created_at, language))}
            <Badge tone={TONES[request.state]}>{words.states[request.state]}</Badge>
          </p>
          {request.answer === '' ? null : <p>{request.answer}</p>}
        </div>
      )}
      <div className={classes.fates}>
        <div>
          <h3>{words.goes}</h3>
          <ul>
            {erasure.goes.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{words.stays}</h3>
          <ul>
            {erasure.stays.map(({ what, why }) => (
              <li key={what}>
                {what}. <span className={classes.why}>{why}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div>
        {request?.state === 'open' ? (
          <Button
            variant="default"
            loading={withdraw.isPending}
            data-testid="withdraw-erasure"
            onClick={() => withdraw.mutate()}
          >
            {words.withdraw}
          </Button>
        ) : (
          <Button
            className={buttonStyle.dangerOutline}
            data-testid="ask-erasure"
            onClick={() => {
              ask.reset();
              setSaid(null);
              setIsAsked(true);
            }}
          >
            {words.ask}
          </Button>
        )}
      </div>
      <ActionFailure error={withdraw.error} />
      <ConfirmDialog
        isOpen={isAsked && !stepUp.isOpen}
        title={words.askTitle}
        action={words.ask}
        isPending={ask.isPending}
        failure={<ActionFailure error={readStepUpFailure(ask.error)} />}
        onConfirm={() => ask.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.askText}</p>
        <Textarea
          label={words.reason}
          maxLength={1000}
          rows={2}
          value={reason}
          data-testid="erasure-reason"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}
