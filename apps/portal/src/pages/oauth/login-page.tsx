import { Button } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
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
import { useReloadWhenRestored } from '../../ui/use-reload-when-restored.ts';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge, Passing, readOver, SignInHere } from './parts.tsx';
import { StrongerSignIn } from './stronger-sign-in.tsx';
import { useChallengeSignIn } from './use-challenge-sign-in.ts';
import { useDecision } from './use-decision.ts';
import { oauthWords } from './words.ts';

const NEEDS_ANOTHER_SIGN_IN = new Set(['fresh_sign_in_required', 'other_person_expected']);

/** A client asks for the person's identity. */
export function LoginChallengePage() {
  const { login: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('login_challenge') ?? '';
  const session = useQuery(optionalSessionQuery);
  const user = session.data?.user ?? null;
  const query = useQuery({
    ...loginChallengeQuery(challenge, user?.id),
    enabled: challenge !== '' && !session.isPending,
    placeholderData: keepPreviousData,
  });
  usePageTitle(words.title);
  useReloadWhenRestored();
  if (challenge === '' || (query.error && !query.data))
    return <NoChallenge error={query.error} onRetry={query.refetch} />;
  if (!query.data || session.isPending) return <Loading />;
  return (
    <Asked
      asked={query.data}
      isCurrent={!query.isPlaceholderData}
      error={query.error}
      user={user}
      refetch={query.refetch}
    />
  );
}

interface AskedProps {
  asked: Challenge;
  /** False while the question is read again for the person who has just signed in. */
  isCurrent: boolean;
  error: unknown;
  user: User | null;
  refetch(): Promise<unknown>;
}

function Asked({ asked, isCurrent, error, user, refetch }: AskedProps) {
  const { login: words } = usePageWords(oauthWords);
  const client = useQueryClient();
  const accept = useDecision(
    () => acceptLogin(asked.challenge),
    // The sign-in may have become too old while the page was open: the server says what to ask now.
    async (refusal) => {
      const failure = readFailure(refusal);
      if (failure.kind !== 'refused' || !NEEDS_ANOTHER_SIGN_IN.has(failure.code)) return false;
      await refetch();
      return true;
    },
  );
  const reject = useDecision(() => rejectLogin(asked.challenge));
  const change = useMutation({ mutationFn: signOut, onSuccess: () => markSessionEnded(client) });
  const { decide, reset, isIdle } = accept;
  const isSignedIn = user !== null && isCurrent;
  useEffect(() => {
    if (isSignedIn && asked.proceed && isIdle) decide();
  }, [isSignedIn, asked.proceed, isIdle, decide]);
  useEffect(() => {
    if (!isSignedIn) reset();
  }, [isSignedIn, reset]);

  const isLeaving = accept.isLeaving || reject.isLeaving;
  const over = [error, accept.error, reject.error].find((failed) => readOver(failed) !== null);
  if (over && !isLeaving) return <NoChallenge error={over} onRetry={refetch} />;
  const deny = (
    <>
      <Failure error={reject.error} />
      <button
        type="button"
        className={classes.textButton}
        disabled={isLeaving}
        data-testid="deny"
        onClick={reject.decide}
      >
        {words.deny}
      </button>
    </>
  );
  if (!isSignedIn || asked.reauthenticate || asked.other_person === 'required')
    return <SignInFirst asked={asked} user={user} deny={deny} />;
  const stronger = readStrongerSignIn(accept.error);
  if (stronger) return <StrongerSignIn asked={asked} need={stronger} />;
  if (asked.proceed) return <Passing to={asked.client_name} error={accept.error} onRetry={accept.decide} />;
  return (
    <AskToContinue
      asked={asked}
      user={user}
      error={accept.error ?? change.error}
      isAccepting={accept.isLeaving}
      isChanging={change.isPending}
      isLeaving={isLeaving}
      onContinue={accept.decide}
      onChange={() => change.mutate()}
      deny={deny}
    />
  );
}

/** Nobody is signed in, or the client requires more than the present sign-in. */
function SignInFirst({ asked, user, deny }: { asked: Challenge; user: User | null; deny: ReactNode }) {
  const { login: words } = usePageWords(oauthWords);
  const { use, attempt } = useChallengeSignIn(asked.challenge);
  const isOther = user !== null && asked.other_person === 'required';
  const isAgain = user !== null && asked.reauthenticate;
  return (
    <Card testId="oauth-login">
      <PageHeading>
        {isAgain ? words.againHeading(asked.client_name) : words.signInHeading(asked.client_name)}
      </PageHeading>
      {isOther ? (
        <p className={classes.notice} role="alert" data-testid="other-person">
          {words.otherRequired(asked.client_name, user.full_name)}
        </p>
      ) : (
        <p className={classes.lead}>{isAgain ? words.againLead(user.full_name) : words.lead}</p>
      )}
      <SignInHere
        key={attempt}
        use={use}
        next={`/oauth/login?login_challenge=${encodeURIComponent(asked.challenge)}`}
      />
      {deny}
    </Card>
  );
}

interface AskToContinueProps {
  asked: Challenge;
  user: User;
  error: unknown;
  isAccepting: boolean;
  isChanging: boolean;
  isLeaving: boolean;
  onContinue(): void;
  onChange(): void;
  deny: ReactNode;
}

function AskToContinue({
  asked,
  user,
  error,
  isAccepting,
  isChanging,
  isLeaving,
  onContinue,
  onChange,
  deny,
}: AskToContinueProps) {
  const { login: words } = usePageWords(oauthWords);
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
      {asked.other_person === 'hinted' ? (
        <p className={classes.notice} data-testid="other-person">
          {words.otherHinted(asked.client_name)}
        </p>
      ) : null}
      <Failure error={error} />
      <div className={classes.stack}>
        <Button
          size="md"
          loading={isAccepting}
          disabled={isLeaving || isChanging}
          data-testid="continue"
          onClick={onContinue}
        >
          {words.continueAs(user.first_name || user.full_name)}
        </Button>
        <Button
          size="md"
          variant="default"
          loading={isChanging}
          disabled={isLeaving}
          data-testid="another"
          onClick={onChange}
        >
          {words.another}
        </Button>
        {deny}
      </div>
    </Card>
  );
}
