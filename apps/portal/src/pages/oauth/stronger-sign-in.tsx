import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { followRedirect } from '../../api/follow-redirect.ts';
import { acceptLogin, type Challenge, rejectLogin, type StrongerSignInNeed } from '../../api/provider.ts';
import { markSessionEnded, signOut } from '../../api/session.ts';
import { Pin2StepUp } from '../../features/step-up/pin2-step-up.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading } from '../../ui/page/page.tsx';
import classes from './oauth.module.css';
import { Card, Failure } from './parts.tsx';
import { strongerSignInWords } from './stronger-sign-in-words.ts';

interface StrongerSignInProps {
  asked: Challenge;
  need: StrongerSignInNeed;
}

/** The client asks for a stronger sign-in than the person has: PIN2 on the phone, or eID instead of another way. */
export function StrongerSignIn({ asked, need }: StrongerSignInProps) {
  const words = usePageWords(strongerSignInWords);
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: (withoutStepUp: boolean) => acceptLogin(asked.challenge, withoutStepUp),
    onSuccess: followRedirect,
  });
  const reject = useMutation({
    mutationFn: () => rejectLogin(asked.challenge, need.essential),
    onSuccess: followRedirect,
  });
  const change = useMutation({ mutationFn: signOut, onSuccess: () => markSessionEnded(client) });
  const isLeaving = [accept, reject].some((decision) => decision.isPending || decision.isSuccess);
  const { mutate } = accept;
  const continueConfirmed = useCallback(() => mutate(false), [mutate]);
  const byPin2 = need.way === 'pin2';
  return (
    <Card testId="oauth-stronger">
      <PageHeading>{byPin2 ? words.pin2Heading : words.eidHeading}</PageHeading>
      <p className={classes.lead}>
        {byPin2 ? words.pin2Lead(asked.client_name) : words.eidLead(asked.client_name)}
      </p>
      {byPin2 ? (
        <Pin2StepUp challenge={asked.challenge} isLeaving={isLeaving} onPassed={continueConfirmed} />
      ) : (
        <Button
          size="md"
          loading={change.isPending}
          disabled={isLeaving}
          data-testid="sign-in-with-eid"
          onClick={() => change.mutate()}
        >
          {words.signInWithEid}
        </Button>
      )}
      <Failure error={accept.error ?? reject.error ?? change.error} />
      {need.essential ? (
        <button
          type="button"
          className={classes.textButton}
          disabled={isLeaving}
          data-testid="cannot"
          onClick={() => reject.mutate()}
        >
          {words.cannot(asked.client_name)}
        </button>
      ) : (
        <Button
          size="md"
          variant="default"
          disabled={isLeaving}
          data-testid="continue-without"
          onClick={() => accept.mutate(true)}
        >
          {words.continueWithout}
        </Button>
      )}
    </Card>
  );
}
