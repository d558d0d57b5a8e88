import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { RedirectRefused } from '../../api/follow-redirect.ts';
import { signInOfferQuery } from '../../api/site.ts';
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
export function SignInHere({ next }: { next: string }) {
  const { data: offer } = useQuery(signInOfferQuery);
  if (!offer) return <Loading />;
  if (offer.mode === 'client') return <SsoButton next={next} />;
  return (
    <div className={classes.ways}>
      <SignInCard next={next} />
      {offer.social ? <SocialButton next={next} /> : null}
    </div>
  );
}

/** A challenge that cannot be read: expired, or temporarily unavailable. */
export function NoChallenge({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = usePageWords(oauthWords);
  const failure = readFailure(error);
  const isOver =
    error === null ||
    failure.kind === 'invalid' ||
    (failure.kind === 'refused' && (failure.status === 404 || failure.status === 400));
  if (isOver)
    return (
      <div className={layout.message} data-testid="challenge-over">
        <PageHeading>{words.over.heading}</PageHeading>
        <p>{words.over.text}</p>
        <Button component={Link} to="/" variant="default">
          {words.over.home}
        </Button>
      </div>
    );
  return (
    <div className={layout.message}>
      <PageHeading>{words.failed}</PageHeading>
      <Failure error={error} />
      <Button onClick={onRetry}>{words.retry}</Button>
    </div>
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
