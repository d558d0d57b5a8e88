import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { RedirectRefused } from '../../api/follow-redirect.ts';
import { signInOfferQuery } from '../../api/site.ts';
import type { EidUse } from '../../features/eid-sign-in/eid-use.ts';
import { SignInCard } from '../../features/eid-sign-in/sign-in-card.tsx';
import { SocialButton } from '../../features/eid-sign-in/social-button.tsx';
import { SsoButton } from '../../features/eid-sign-in/sso-button.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import layout from '../../shell/layout.module.css';
import { PageHeading } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { Failed, Reference } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './oauth.module.css';
import { oauthWords } from './words.ts';

export function Card({ children, testId }: { children: ReactNode; testId: string }) {
  return (
    <div className={classes.page}>
      <div className={classes.card} data-testid={testId}>
        {children}
      </div>
    </div>
  );
}

/** Every sign-in method of this site; the person returns here afterwards. */
export function SignInHere({ next, use }: { next: string; use?: EidUse }) {
  const { data: offer } = useQuery(signInOfferQuery);
  if (!offer) return <Loading />;
  if (offer.mode === 'client') return <SsoButton next={next} />;
  return (
    <div className={classes.ways}>
      <SignInCard next={next} {...(use && { use })} />
      {offer.social ? <SocialButton next={next} /> : null}
    </div>
  );
}

type Over = 'decided' | 'expired' | 'unknown';

/** The reason why a question can no longer be answered; null if it is still open. */
export function readOver(error: unknown): Over | null {
  if (!error) return null;
  const failure = readFailure(error);
  if (failure.kind === 'invalid') return 'unknown';
  if (failure.kind !== 'refused') return null;
  if (failure.code === 'already_decided') return 'decided';
  if (failure.code === 'request_expired') return 'expired';
  return failure.status === 404 || failure.status === 400 ? 'unknown' : null;
}

/** A challenge that cannot be read: answered, expired, not ours, or temporarily unavailable. */
export function NoChallenge({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = usePageWords(oauthWords);
  const over = error === null ? 'unknown' : readOver(error);
  if (over !== null)
    return (
      <div className={layout.message} data-testid="challenge-over" data-reason={over}>
        <PageHeading>{words.over[over].heading}</PageHeading>
        <p>{words.over[over].text}</p>
        <Button component={Link} to="/" variant="default">
          {words.home}
        </Button>
      </div>
    );
  return (
    <div className={layout.message}>
      <PageHeading>{words.failed}</PageHeading>
      <Failure error={error} />
      <Button data-testid="retry" onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  );
}

/** No question is left, and the browser is about to leave for the client. */
export function Passing({ to, error, onRetry }: { to: string; error: unknown; onRetry(): void }) {
  const words = usePageWords(oauthWords);
  return (
    <Card testId="oauth-passing">
      <PageHeading>{to === '' ? words.passingOn : words.passing(to)}</PageHeading>
      <Failure error={error} />
      {error ? (
        <Button data-testid="retry" onClick={onRetry}>
          {words.retry}
        </Button>
      ) : (
        <Loader aria-hidden="true" />
      )}
    </Card>
  );
}

export function Failure({ error }: { error: unknown }) {
  const words = usePageWords(oauthWords);
  const explain = useExplanation('server');
  if (!error) return null;
  return (
    <Failed
      testId="failure"
      text={
        <>
          {error instanceof RedirectRefused ? words.badAddress : explain(error)}
          <Reference error={error} />
        </>
      }
    />
  );
}
