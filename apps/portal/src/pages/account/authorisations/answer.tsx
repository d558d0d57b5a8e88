import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AUTHORISATIONS_KEY,
  type Authorisation,
  acceptAuthorisation,
  declineAuthorisation,
  endAuthorisation,
} from '../../../api/authorisations.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import buttonStyle from '../../../ui/button.module.css';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import classes from './authorisations.module.css';
import { authorisationWords } from './words.ts';

interface AnswerProps {
  one: Authorisation;
  onDone(done: 'accepted' | 'declined' | 'ended'): void;
}

export function Answer({ one, onDone }: AnswerProps) {
  const words = usePageWords(authorisationWords);
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: AUTHORISATIONS_KEY });
  const accept = useMutation({
    mutationFn: () => acceptAuthorisation(one.id),
    onSuccess: () => onDone('accepted'),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: () => declineAuthorisation(one.id),
    onSuccess: () => {
      setIsAsking(false);
      onDone('declined');
    },
    onSettled: refresh,
  });
  return (
    <Section id="answer" title={words.question}>
      <p>{words.questionText(one.grantor.name)}</p>
      <ActionFailure error={accept.error} />
      <div className={classes.actions}>
        <Button loading={accept.isPending} data-testid="accept" onClick={() => accept.mutate()}>
          {words.accept}
        </Button>
        <Button variant="default" data-testid="decline" onClick={() => setIsAsking(true)}>
          {words.decline}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.declineTitle}
        action={words.decline}
        isPending={decline.isPending}
        failure={<ActionFailure error={decline.error} />}
        onConfirm={() => decline.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.declineText}</p>
      </ConfirmDialog>
    </Section>
  );
}

/** The grantor revokes, also before an answer; the receiver gives up what they accepted. */
export function End({ one, onDone }: AnswerProps) {
  const words = usePageWords(authorisationWords);
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => endAuthorisation(one.id),
    onSuccess: () => {
      setIsAsking(false);
      onDone('ended');
    },
    onSettled: () => client.invalidateQueries({ queryKey: AUTHORISATIONS_KEY }),
  });
  const isGiven = one.direction === 'given';
  const isOpen = one.state === 'accepted' || (isGiven && one.state === 'offered');
  const said = isGiven
    ? { action: words.revoke, title: words.revokeTitle, text: words.revokeText(one.receiver.name) }
    : { action: words.giveUp, title: words.giveUpTitle, text: words.giveUpText(one.grantor.name) };
  return (
    <div className={classes.notOnPaper}>
      {isOpen ? (
        <Button className={buttonStyle.dangerOutline} data-testid="end" onClick={() => setIsAsking(true)}>
          {said.action}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={said.title}
        action={said.action}
        isPending={end.isPending}
        failure={<ActionFailure error={end.error} />}
        onConfirm={() => end.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{said.text}</p>
      </ConfirmDialog>
    </div>
  );
}
