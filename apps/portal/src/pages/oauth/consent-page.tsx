import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { acceptConsent, type Challenge, consentChallengeQuery, rejectConsent } from '../../api/provider.ts';
import { optionalSessionQuery, type User } from '../../api/session.ts';
import { signInOfferQuery } from '../../api/site.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import noteStyle from '../../ui/note.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { useReloadWhenRestored } from '../../ui/use-reload-when-restored.ts';
import { Answers, ScopeList } from './decision-parts.tsx';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge, Passing, readOver, SignInHere } from './parts.tsx';
import { useDecision } from './use-decision.ts';
import { oauthWords } from './words.ts';

/** A client asks for data or permissions. */
export function ConsentPage() {
  const { consent: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('consent_challenge') ?? '';
  const session = useQuery(optionalSessionQuery);
  const user = session.data?.user;
  const query = useQuery({
    ...consentChallengeQuery(challenge, user?.id),
    enabled: challenge !== '' && !session.isPending,
    placeholderData: keepPreviousData,
  });
  usePageTitle(words.title);
  useReloadWhenRestored();
  if (challenge === '' || (query.error && !query.data))
    return <NoChallenge error={query.error} onRetry={query.refetch} />;
  if (!query.data || session.isPending) return <Loading />;
  const asked = query.data;
  if (!user)
    return (
      <Card testId="oauth-consent">
        <PageHeading>{words.heading(asked.client_name)}</PageHeading>
        <p className={classes.lead}>{words.signInLead}</p>
        <SignInHere next={`/oauth/consent?consent_challenge=${encodeURIComponent(challenge)}`} />
        <Refuse challenge={challenge}>{words.deny}</Refuse>
      </Card>
    );
  if (user.id !== asked.subject) return <SomebodyElse asked={asked} />;
  return asked.skip ? (
    <Skipped asked={asked} />
  ) : (
    <Decision asked={asked} user={user} error={query.error} onRetry={query.refetch} />
  );
}

interface DecisionProps {
  asked: Challenge;
  user: User;
  error: unknown;
  onRetry(): void;
}

function Decision({ asked, user, error, onRetry }: DecisionProps) {
  const { consent: words } = usePageWords(oauthWords);
  const [left, setLeft] = useState<readonly string[]>([]);
  const scopes = asked.requested_scope;
  const chosen = scopes.filter((scope) => !left.includes(scope));
  const accept = useDecision(() => acceptConsent(asked.challenge, chosen));
  const reject = useDecision(() => rejectConsent(asked.challenge));
  const isLeaving = accept.isLeaving || reject.isLeaving;
  const over = [error, accept.error, reject.error].find((failed) => readOver(failed) !== null);
  if (over && !isLeaving) return <NoChallenge error={over} onRetry={onRetry} />;
  return (
    <Card testId="oauth-consent">
      <PageHeading>{words.heading(asked.client_name)}</PageHeading>
      <Unknown asked={asked} />
      <p className={classes.lead}>{words.lead(user.full_name)}</p>
      <ScopeList asked={asked} user={user} left={left} onLeave={setLeft} />
      {asked.missing_claims.includes('email') && chosen.includes('email') ? (
        <NoEmail app={asked.client_name} />
      ) : null}
      <p className={classes.after}>{words.after(asked.client_name)}</p>
      <Failure error={accept.error ?? reject.error} />
      <Answers
        words={words}
        isBusy={isLeaving}
        deny={{ isRunning: reject.isLeaving, run: reject.decide }}
        allow={{ isRunning: accept.isLeaving, run: accept.decide }}
      />
    </Card>
  );
}

/** A client that nobody vouches for: the person must be able to tell whose request this is. */
function Unknown({ asked }: { asked: Challenge }) {
  const { consent: words } = usePageWords(oauthWords);
  if (asked.client_origin === 'registered') return null;
  return (
    <div className={noteStyle.note} data-tone="warn" data-testid="unknown-client">
      <p>
        <strong>{words.unknownTitle}</strong>
      </p>
      <p>{asked.client_host === '' ? words.unknownSelf : words.unknownHost(asked.client_host)}</p>
      {asked.redirect_host === '' ? null : <p>{words.unknownReturn(asked.redirect_host)}</p>}
      <p>{words.unknownAdvice}</p>
    </div>
  );
}

/** The person can go on without an address; a linked social account brings one. */
function NoEmail({ app }: { app: string }) {
  const { consent: words } = usePageWords(oauthWords);
  const { data: offer } = useQuery(signInOfferQuery);
  return (
    <div className={classes.notice} data-testid="no-email">
      <p>{words.noEmail(app)}</p>
      {offer?.social ? (
        <p>
          {words.noEmailSocial}{' '}
          <a href="/profile#social" target="_blank" rel="noreferrer">
            {words.noEmailLink}
          </a>
        </p>
      ) : (
        <p>{words.noEmailAdmin}</p>
      )}
    </div>
  );
}

/** No question needed: a client of the platform itself, or one with an earlier consent to all of this. */
function Skipped({ asked }: { asked: Challenge }) {
  const { decide, isIdle, error } = useDecision(() => acceptConsent(asked.challenge, asked.requested_scope));
  useEffect(() => {
    if (isIdle) decide();
  }, [isIdle, decide]);
  if (readOver(error) !== null) return <NoChallenge error={error} onRetry={decide} />;
  return <Passing to={asked.client_name} error={error} onRetry={decide} />;
}

function SomebodyElse({ asked }: { asked: Challenge }) {
  const { consent: words } = usePageWords(oauthWords);
  return (
    <Card testId="oauth-somebody-else">
      <PageHeading>{words.otherHeading}</PageHeading>
      <p className={classes.lead}>{words.otherText(asked.client_name)}</p>
      <Refuse challenge={asked.challenge}>{words.back(asked.client_name)}</Refuse>
    </Card>
  );
}

/** Works without a session, because every visitor may go back to the client. */
function Refuse({ challenge, children }: { challenge: string; children: string }) {
  const reject = useDecision(() => rejectConsent(challenge));
  const { over } = usePageWords(oauthWords);
  const reason = readOver(reject.error);
  if (reason !== null) return <p role="alert">{over[reason].text}</p>;
  return (
    <>
      <Failure error={reject.error} />
      <Button
        size="md"
        variant="default"
        loading={reject.isLeaving}
        data-testid="deny"
        onClick={reject.decide}
      >
        {children}
      </Button>
    </>
  );
}
