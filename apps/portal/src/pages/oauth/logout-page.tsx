import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { acceptLogout, logoutChallengeQuery } from '../../api/provider.ts';
import { markSessionEnded, optionalSessionQuery, signOut } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { useReloadWhenRestored } from '../../ui/use-reload-when-restored.ts';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge, Passing, readOver } from './parts.tsx';
import { SignedOutPage } from './signed-out-page.tsx';
import { useDecision } from './use-decision.ts';
import { oauthWords } from './words.ts';

/** A client asks to sign the person out; a link on another site must not be able to, so the person confirms. */
export function LogoutPage() {
  const { logout: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('logout_challenge') ?? '';
  const client = useQueryClient();
  const goingTo = useRef<string | null>(null);
  const session = useQuery(optionalSessionQuery);
  const query = useQuery({ ...logoutChallengeQuery(challenge), enabled: challenge !== '' });
  usePageTitle(words.title);
  useReloadWhenRestored();
  const leave = useDecision(async () => {
    // The challenge works once, so a retry continues with the first answer.
    goingTo.current ??= await acceptLogout(challenge);
    await signOut();
    markSessionEnded(client);
    return goingTo.current;
  });
  const { decide, isIdle, isLeaving } = leave;
  // Nothing is left to confirm, so the person goes straight back to the client.
  const hasNothingToEnd = query.data?.signed_in === false && session.data === null;
  useEffect(() => {
    if (hasNothingToEnd && isIdle) decide();
  }, [hasNothingToEnd, isIdle, decide]);

  const over = readOver(leave.error) === null ? query.error : leave.error;
  if (challenge === '') return <NoChallenge error={null} onRetry={query.refetch} />;
  if (over && !isLeaving && (!query.data || readOver(over) !== null))
    return readOver(over) === 'decided' && !session.data ? (
      <SignedOutPage />
    ) : (
      <NoChallenge error={over} onRetry={query.refetch} />
    );
  if (!query.data || session.isPending) return <Loading />;
  const { client_name: name } = query.data;
  if (hasNothingToEnd) return <Passing to={name} error={leave.error} onRetry={decide} />;
  return (
    <Card testId="oauth-logout">
      <PageHeading>{words.heading}</PageHeading>
      <p className={classes.lead}>{name === '' ? words.lead : words.leadOf(name)}</p>
      <p className={classes.lead}>{words.effect}</p>
      <Failure error={leave.error} />
      <div className={classes.equal}>
        <Button
          component={Link}
          to={session.data ? '/home' : '/'}
          size="md"
          variant="default"
          data-testid="stay"
        >
          {words.stay}
        </Button>
        <Button size="md" loading={isLeaving} data-testid="confirm-logout" onClick={decide}>
          {words.confirm}
        </Button>
      </div>
    </Card>
  );
}
