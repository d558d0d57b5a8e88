import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { followRedirect } from '../../api/follow-redirect.ts';
import { acceptConsent, type Challenge, consentChallengeQuery, rejectConsent } from '../../api/provider.ts';
import { optionalSessionQuery, type User } from '../../api/session.ts';
import { describeScope, isFixedScope, readScopeValues, scopeWords } from '../../features/oauth/scopes.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import classes from './oauth.module.css';
import { Card, Failure, NoChallenge, SignInHere } from './parts.tsx';
import { oauthWords } from './words.ts';

/** A client asks for data or permissions. */
export function ConsentPage() {
  const { consent: words } = usePageWords(oauthWords);
  const challenge = useSearchParams()[0].get('consent_challenge') ?? '';
  const query = useQuery({ ...consentChallengeQuery(challenge), enabled: challenge !== '' });
  const session = useQuery(optionalSessionQuery);
  usePageTitle(words.title);
  if (challenge === '' || query.error) return <NoChallenge error={query.error} onRetry={query.refetch} />;
  if (!query.data || session.isPending) return <Loading />;
  const asked = query.data;
  const user = session.data?.user;
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
  return asked.skip ? <Passing asked={asked} /> : <Decision asked={asked} user={user} />;
}

function Decision({ asked, user }: { asked: Challenge; user: User }) {
  const { consent: words } = usePageWords(oauthWords);
  const [left, setLeft] = useState<readonly string[]>([]);
  const scopes = asked.requested_scope;
  const chosen = scopes.filter((scope) => !left.includes(scope));
  const accept = useMutation({
    mutationFn: () => acceptConsent(asked.challenge, chosen),
    onSuccess: followRedirect,
  });
  const reject = useMutation({ mutationFn: () => rejectConsent(asked.challenge), onSuccess: followRedirect });
  const isLeaving = [accept, reject].some((decision) => decision.isPending || decision.isSuccess);
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
      <p className={classes.after}>{words.after(asked.client_name)}</p>
      <Failure error={accept.error ?? reject.error} />
      {/* Both buttons look alike: refusing must not be harder than agreeing. */}
      <div className={classes.equal}>
        <Button
          size="md"
          px="xs"
          variant="default"
          leftSection={<IconX size={18} aria-hidden="true" />}
          loading={reject.isPending || reject.isSuccess}
          disabled={isLeaving}
          data-testid="deny"
          onClick={() => reject.mutate()}
        >
          {words.deny}
        </Button>
        <Button
          size="md"
          px="xs"
          variant="default"
          leftSection={<IconCheck size={18} aria-hidden="true" />}
          loading={accept.isPending || accept.isSuccess}
          disabled={isLeaving}
          data-testid="allow"
          onClick={() => accept.mutate()}
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

export function ScopeRow({ scope, user, isPairwise, isChosen, onChoose }: ScopeRowProps) {
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

/** No question needed: a client of the platform itself, or one with an earlier consent to all of this. */
function Passing({ asked }: { asked: Challenge }) {
  const { consent: words } = usePageWords(oauthWords);
  const { mutate, isIdle, error } = useMutation({
    mutationFn: () => acceptConsent(asked.challenge, asked.requested_scope),
    onSuccess: followRedirect,
  });
  useEffect(() => {
    if (isIdle) mutate();
  }, [isIdle, mutate]);
  return (
    <Card testId="oauth-passing">
      <PageHeading>{words.passing(asked.client_name)}</PageHeading>
      <Failure error={error} />
    </Card>
  );
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
  const reject = useMutation({ mutationFn: () => rejectConsent(challenge), onSuccess: followRedirect });
  return (
    <>
      <Failure error={reject.error} />
      <Button
        size="md"
        variant="default"
        loading={reject.isPending || reject.isSuccess}
        data-testid="deny"
        onClick={() => reject.mutate()}
      >
        {children}
      </Button>
    </>
  );
}
