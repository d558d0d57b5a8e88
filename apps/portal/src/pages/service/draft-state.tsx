import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dropDraft, forgetDraft } from '../../api/gov.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './service.module.css';
import type { DraftKeeper, DraftState } from './use-draft.ts';
import { serviceWords } from './words.ts';

export function DraftLine({ state }: { state: DraftState }) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const text =
    state.kind === 'saved'
      ? words.saved(formatDateTime(state.at, language))
      : { idle: words.keep, saving: words.saving, failed: words.failed }[state.kind];
  return (
    <p
      className={classes.draftState}
      data-testid="draft-state"
      data-state={state.kind}
      data-failed={state.kind === 'failed'}
      // Announced only on failure: an announcement after each pause would disturb.
      role={state.kind === 'failed' ? 'alert' : undefined}
    >
      {text}
    </p>
  );
}

interface ResumedProps {
  at: string;
  serviceId: string;
  keeper: DraftKeeper;
  onStartOver(): void;
}

export function Resumed({ at, serviceId, keeper, onStartOver }: ResumedProps) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const drop = useMutation({
    mutationFn: () => {
      keeper.stop();
      return dropDraft(serviceId);
    },
    onSuccess: () => {
      forgetDraft(client, serviceId);
      setIsAsking(false);
      onStartOver();
    },
    onError: () => keeper.goOn(),
  });
  return (
    <div className={classes.resumed} role="status" data-testid="draft-resumed">
      <p>{words.resumed(formatDateTime(at, language))}</p>
      <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
        {words.afresh}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.afreshTitle}
        action={words.afresh}
        isPending={drop.isPending}
        failure={<Failed text={drop.error ? explain(drop.error) : null} />}
        onConfirm={() => drop.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.afreshText}</p>
      </ConfirmDialog>
    </div>
  );
}
