import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { buildLoginPath, DEFAULT_NEXT, readSafeNext } from '../../api/safe-next.ts';
import { signInUse } from '../../features/eid-sign-in/eid-use.ts';
import type { SignInState } from '../../features/eid-sign-in/machine.ts';
import { ONBOARDING_PATH, onboardingUse } from '../../features/eid-sign-in/onboarding-use.ts';
import { type PendingSignIn, readPending } from '../../features/eid-sign-in/pending.ts';
import classes from '../../features/eid-sign-in/sign-in.module.css';
import { Status } from '../../features/eid-sign-in/status.tsx';
import { useContinueWhenSignedIn } from '../../features/eid-sign-in/use-continue.ts';
import { useDetour } from '../../features/eid-sign-in/use-detour.ts';
import { useSignIn } from '../../features/eid-sign-in/use-sign-in.ts';
import { signInWords } from '../../features/eid-sign-in/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { eidReturnWords } from './words.ts';

interface ReturnVisit {
  pending: PendingSignIn | null;
  userChallengeVerifier: string | null;
}

/**
 * This browser's stored note decides which sign-in continues, never the address, because an attacker could write
 * that.
 */
function readVisit(): ReturnVisit {
  const query = new URLSearchParams(window.location.search);
  return { pending: readPending(), userChallengeVerifier: query.get('userChallengeVerifier') };
}

export function EidReturnPage() {
  const words = usePageWords(eidReturnWords);
  const [visit] = useState(readVisit);
  const next = readSafeNext(visit.pending?.next ?? DEFAULT_NEXT);
  // An onboarding continues on its own page, regardless of the current session.
  useContinueWhenSignedIn(next, visit.pending?.use === 'onboarding');
  usePageTitle(words.heading);

  useLayoutEffect(() => {
    // The verifier was read and must not stay in the address bar, the history or a referrer.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);

  return (
    <div className={classes.narrow}>
      {visit.pending ? (
        <FinishSignIn pending={visit.pending} visit={visit} next={next} />
      ) : (
        <section className={classes.card} data-testid="sign-in">
          <PageHeading>{words.nothingTitle}</PageHeading>
          <p className={classes.statusText}>{words.nothingText}</p>
          <Button component={Link} to="/login" size="md" fullWidth data-testid="retry">
            {words.start}
          </Button>
        </section>
      )}
    </div>
  );
}

interface FinishSignInProps {
  pending: PendingSignIn;
  visit: ReturnVisit;
  next: string;
}

function FinishSignIn({ pending, visit, next }: FinishSignInProps) {
  const words = usePageWords(signInWords);
  const own = usePageWords(eidReturnWords);
  const navigate = useNavigate();
  const isOnboarding = pending.use === 'onboarding';
  const { state } = useSignIn({
    use: isOnboarding ? onboardingUse : signInUse,
    next,
    showsQr: false,
    resumed: { sid: pending.sid, userChallengeVerifier: visit.userChallengeVerifier },
  });
  useDetour(state, next);
  const isProven = isOnboarding && state.step === 'complete';
  useEffect(() => {
    if (isProven) void navigate(ONBOARDING_PATH, { replace: true });
  }, [isProven, navigate]);
  // The app opens this page itself, so "returning" would have nowhere to return to.
  const shown: SignInState =
    state.step === 'returning'
      ? { step: 'failed', kind: 'link', problem: 'session_lost', retryAtMs: null }
      : state;
  const ended = shown.step === 'refused' || shown.step === 'expired' || shown.step === 'failed';
  return (
    <section className={classes.card} data-testid="sign-in">
      <PageHeading>{ended ? words.heading : own.heading}</PageHeading>
      {!ended && shown.step === 'waiting' && shown.connected ? (
        <p className={classes.statusText}>{own.checking}</p>
      ) : null}
      <Status state={shown} />
      {ended ? (
        <Button
          component={Link}
          to={isOnboarding ? ONBOARDING_PATH : buildLoginPath(next)}
          size="md"
          fullWidth
          data-testid="retry"
        >
          {words.retry.again}
        </Button>
      ) : null}
    </section>
  );
}
