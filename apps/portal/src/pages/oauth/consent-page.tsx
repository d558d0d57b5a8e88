import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { acceptConsent, type Challenge, consentChallengeQuery, rejectConsent } from '../../api/provider.ts';
import { optionalSessionQuery, type User } from '../../api/session.ts';
import { signInOfferQuery } from '../../api/site.ts';
import { describeScope, isFixedScope, readScopeValues, scopeWords } from '../../features/oauth/scopes.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { useReloadWhenRestored } from '../../ui/use-reload-when-restored.ts';
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
      <p className={classes.lead}>{words.lead(user.full_name)}</p>
      <div className={classes.scopes}>
        {scopes.map((scope) => (
          <ScopeRow
            key={scope}
            scope={scope}
            user={user}
            isPairwise={asked.subject_type === 'pairwise'}
            isChosen={!left.includes(scope)}
            onChoose={(isChosen) =>
              setLeft(isChosen ? left.filter((other) => other !== scope) : [...left, scope])
            }
          />
        ))}
      </div>
      {asked.missing_claims.includes('email') && chosen.includes('email') ? (
        <NoEmail app={asked.client_name} />
      ) : null}
      <p className={classes.after}>{words.after(asked.client_name)}</p>
      <Failure error={accept.error ?? reject.error} />
      {/* Both buttons look alike: refusing must not be harder than agreeing. */}
      <div className={classes.equal}>
        <Button
          size="md"
          px="xs"
          variant="default"
          leftSection={<IconX size={18} aria-hidden="true" />}
          loading={reject.isLeaving}
          disabled={isLeaving}
          data-testid="deny"
          onClick={reject.decide}
        >
          {words.deny}
        </Button>
        <Button
          size="md"
          px="xs"
          variant="default"
          leftSection={<IconCheck size={18} aria-hidden="true" />}
          loading={accept.isLeaving}
          disabled={isLeaving}
          data-testid="allow"
          onClick={accept.decide}
        >
          {words.allow}
        </Button>
      </div>
    </Card>
  );
}

interface ScopeRowProps {
  scope: string;
  user: User;
  isPairwise: boolean;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

function ScopeRow({ scope, user, isPairwise, isChosen, onChoose }: ScopeRowProps) {
  const { consent: words } = usePageWords(oauthWords);
  const inWords = usePageWords(scopeWords);
  const { title, text } = describeScope(scope, inWords, isPairwise);
  const values = readScopeValues(scope, user, isPairwise);
  const shown = (
    <span className={classes.scopeText}>
      <strong>{title}</strong>
      <span>{isFixedScope(scope) ? `${text} ${words.always}.` : text}</span>
      {values === null ? null : values.length > 0 ? (
        <span className={classes.values}>
          <span className={classes.hidden}>{words.now} </span>
          {values.join(' · ')}
        </span>
      ) : (
        <span className={`${classes.values} ${classes.none}`}>{inWords.missing[scope]}</span>
      )}
    </span>
  );
  if (isFixedScope(scope))
    return (
      <div className={classes.scope} data-testid={`scope-${scope}`}>
        <IconCheck size={21} stroke={2.2} aria-hidden="true" />
        {shown}
      </div>
    );
  return (
    <label className={classes.scope} data-testid={`scope-${scope}`}>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
      {shown}
    </label>
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
