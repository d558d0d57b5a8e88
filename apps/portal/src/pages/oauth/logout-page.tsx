import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { followRedirect } from '../../api/follow-redirect.ts';
import { acceptLogout } from '../../api/provider.ts';
import { markSessionEnded, signOut } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge } from './parts.tsx';
import { oauthWords } from './words.ts';

/** A client asks to sign the person out; a link on another site must not be able to, so the person confirms. */
export function LogoutPage() {
  const { logout: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('logout_challenge') ?? '';
  const client = useQueryClient();
  const goingTo = useRef<string | null>(null);
  usePageTitle(words.title);
  const leave = useMutation({
    mutationFn: async () => {
      // The challenge works once, so a retry continues with the first answer.
      goingTo.current ??= await acceptLogout(challenge);
      await signOut();
      return goingTo.current;
    },
    onSuccess: (address) => {
      markSessionEnded(client);
      followRedirect(address);
    },
  });
  const failure = readFailure(leave.error);
  const isOver = leave.isError && failure.kind === 'refused' && failure.status === 404;
  if (challenge === '' || isOver) return <NoChallenge error={null} onRetry={() => undefined} />;
  return (
    <Card testId="oauth-logout">
      <PageHeading>{words.heading}</PageHeading>
      <p className={classes.lead}>{words.lead}</p>
      <Failure error={leave.error} />
      <div className={classes.equal}>
        <Button component={Link} to="/home" size="md" variant="default" data-testid="stay">
          {words.stay}
        </Button>
        <Button
          size="md"
          loading={leave.isPending || leave.isSuccess}
          data-testid="confirm-logout"
          onClick={() => leave.mutate()}
        >
          {words.confirm}
        </Button>
      </div>
    </Card>
  );
}
