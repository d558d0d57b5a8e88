import { Button } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { followRedirect } from '../../api/follow-redirect.ts';
import {
  acceptLogin,
  type Challenge,
  loginChallengeQuery,
  readStrongerSignIn,
  rejectLogin,
} from '../../api/provider.ts';
import { markSessionEnded, optionalSessionQuery, signOut, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge, SignInHere } from './parts.tsx';
import { StrongerSignIn } from './stronger-sign-in.tsx';
import { oauthWords } from './words.ts';

/** A client asks for the person's identity. */
export function LoginChallengePage() {
  const { login: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('login_challenge') ?? '';
  const query = useQuery({ ...loginChallengeQuery(challenge), enabled: challenge !== '' });
  const session = useQuery(optionalSessionQuery);
  usePageTitle(words.title);
  if (challenge === '' || query.error) return <NoChallenge error={query.error} onRetry={query.refetch} />;
  if (!query.data || session.isPending) return <Loading />;
  return <Asked asked={query.data} user={session.data?.user ?? null} />;
}

function Asked({ asked, user }: { asked: Challenge; user: User | null }) {
  const { login: words } = usePageWords(oauthWords);
  const client = useQueryClient();
  // A person who signs in on this page has thereby agreed; a person who was already signed in is asked.
  const cameSignedOut = useRef(user === null);
  const accept = useMutation({ mutationFn: () => acceptLogin(asked.challenge), onSuccess: followRedirect });
  const reject = useMutation({ mutationFn: () => rejectLogin(asked.challenge), onSuccess: followRedirect });
  const change = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      cameSignedOut.current = true;
      accept.reset();
      markSessionEnded(client);
    },
  });
  const { mutate, isIdle } = accept;
  useEffect(() => {
    if (user && cameSignedOut.current && isIdle) mutate();
  }, [user, isIdle, mutate]);

  const stronger = readStrongerSignIn(accept.error);
  const failure = readFailure(accept.error);
  const mustSignInAgain = failure.kind === 'refused' && failure.code === 'fresh_sign_in_required';
  const isLeaving = accept.isPending || accept.isSuccess || reject.isPending || reject.isSuccess;
  const deny = (
    <button
      type="button"
      className={classes.textButton}
      disabled={isLeaving}
      data-testid="deny"
      onClick={() => reject.mutate()}
    >
      {words.deny}
    </button>
  );

  if (!user)
    return (
      <Card testId="oauth-login">
        <PageHeading>{words.signInHeading(asked.client_name)}</PageHeading>
        <p className={classes.lead}>{words.lead}</p>
        <SignInHere next={`/oauth/login?login_challenge=${encodeURIComponent(asked.challenge)}`} />
        <Failure error={reject.error} />
        {deny}
      </Card>
    );
  if (stronger) return <StrongerSignIn asked={asked} need={stronger} />;
  return (
    <Card testId="oauth-login">
      <PageHeading>{words.heading(asked.client_name)}</PageHeading>
      <p className={classes.lead}>{words.lead}</p>
      <div className={classes.person}>
        <IconUserCircle size={32} stroke={1.5} aria-hidden="true" />
        <div>
          <p>{words.who}</p>
          <p data-testid="person">{user.full_name}</p>
        </div>
      </div>
      {mustSignInAgain ? (
        <p className={classes.notice} role="alert">
          {words.again}
        </p>
      ) : (
        <Failure error={accept.error ?? change.error ?? reject.error} />
      )}
      <div className={classes.stack}>
        {mustSignInAgain ? (
          <Button size="md" loading={change.isPending} data-testid="again" onClick={() => change.mutate()}>
            {words.signInAgain}
          </Button>
        ) : (
          <>
            <Button
              size="md"
              loading={accept.isPending || accept.isSuccess}
              data-testid="continue"
              onClick={() => accept.mutate()}
            >
              {words.continueAs(user.first_name || user.full_name)}
            </Button>
            <Button
              size="md"
              variant="default"
              loading={change.isPending}
              disabled={isLeaving}
              data-testid="another"
              onClick={() => change.mutate()}
            >
              {words.another}
            </Button>
          </>
        )}
        {deny}
      </div>
    </Card>
  );
}
