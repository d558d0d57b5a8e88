import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { dropDraft, forgetDraft } from '../../api/gov.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

/** Says where the answers are: on the server, in this tab, or only on the page. */
export function DraftLine({ state, keeper }: { state: DraftState; keeper: DraftKeeper }) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  if (state.kind === 'conflict') return null;
  const isUnsaved = state.kind === 'unsaved';
  const isEnded = isUnsaved && state.why === 'refused' && isWithdrawn(state.error);
  const why =
    state.kind !== 'unsaved'
      ? ''
      : state.why === 'refused'
        ? words.unsaved.refused(explain(state.error))
        : words.unsaved[state.why];
  return (
    <div
      className={classes.draftState}
      data-testid="draft-state"
      data-state={state.kind}
      data-failed={isUnsaved}
      // Announced only on failure: an announcement after each pause would disturb.
      role={isUnsaved ? 'alert' : undefined}
    >
      {isUnsaved ? (
        <>
          <p>
            {isEnded ? words.ended : why} {isEnded ? '' : state.isKept ? words.onPage : words.onPageOnly}
          </p>
          {isEnded ? <Link to="/applications">{words.endedLink}</Link> : null}
          <Button variant="default" size="sm" data-testid="save-now" onClick={() => keeper.flush()}>
            {words.saveNow}
          </Button>
        </>
      ) : (
        <p>
          {state.kind === 'saved'
            ? words.saved(formatDateTime(state.at, language))
            : { idle: words.keep, saving: words.saving }[state.kind]}
        </p>
      )}
    </div>
  );
}

function isWithdrawn(error: unknown): boolean {
  const failure = readFailure(error);
  return failure.kind === 'refused' && failure.code === 'service_inactive';
}

interface ResumedProps {
  at: string;
  /** The answers come from this tab, because the server did not have them. */
  isFromTab: boolean;
  serviceId: string;
  keeper: DraftKeeper;
  onStartOver(): void;
}

export function Resumed({ at, isFromTab, serviceId, keeper, onStartOver }: ResumedProps) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const drop = useMutation({
    mutationFn: async () => {
      await keeper.pause();
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
      <p>{(isFromTab ? words.restored : words.resumed)(formatDateTime(at, language))}</p>
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
