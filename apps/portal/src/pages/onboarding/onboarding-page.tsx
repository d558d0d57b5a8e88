import '@mantine/core/styles/Stepper.layer.css';
import { Button, Stepper } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type OnboardingState, onboardingQuery } from '../../api/onboarding.ts';
import { loadFreshSession } from '../../api/session.ts';
import { formatClock } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { DoneStep } from './done-step.tsx';
import { EidStep } from './eid-step.tsx';
import { EmailStep } from './email-step.tsx';
import classes from './onboarding.module.css';
import { RecoveryStep } from './recovery-step.tsx';
import { SocialStep } from './social-step.tsx';
import { TotpStep } from './totp-step.tsx';
import { onboardingWords } from './words.ts';

const STEPS = ['social', 'eid', 'email', 'totp', 'recovery'] as const;
export type StepName = (typeof STEPS)[number] | 'done';

export function OnboardingPage() {
  const words = usePageWords(onboardingWords);
  const client = useQueryClient();
  const [query] = useSearchParams();
  const { data: onboarding, error, isPending, isFetching, refetch } = useQuery(onboardingQuery);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [areKept, setAreKept] = useState(false);
  const wasBegun = useRef(false);
  usePageTitle(words.title);
  if (onboarding) wasBegun.current = true;

  const step: StepName = codes ? (areKept ? 'done' : 'recovery') : (onboarding?.step ?? 'social');
  const moveTo = (next: OnboardingState['step']) =>
    client.setQueryData(onboardingQuery.queryKey, (before) => (before ? { ...before, step: next } : before));
  const giveUp = () => client.setQueryData(onboardingQuery.queryKey, null);
  const finish = (given: string[]) => {
    setCodes(given);
    // The header shows the new super administrator; a failure there does not matter here.
    loadFreshSession(client).catch(() => undefined);
  };

  const renderStep = (): ReactNode => {
    if (codes) return areKept ? <DoneStep /> : <RecoveryStep codes={codes} onKept={() => setAreKept(true)} />;
    if (!onboarding) return <SocialStep problem={query.get('sso_error')} hasEnded={wasBegun.current} />;
    switch (onboarding.step) {
      case 'eid':
        return <EidStep />;
      case 'email':
        return (
          <EmailStep
            email={onboarding.email}
            isSent={onboarding.code_sent}
            onVerified={() => moveTo('totp')}
            onLost={giveUp}
          />
        );
      case 'totp':
        return <TotpStep onEnrolled={finish} onLost={giveUp} />;
    }
  };

  return (
    <div className={classes.page} data-testid="onboarding" data-step={step}>
      <header className={classes.head}>
        <PageHeading>{words.title}</PageHeading>
        <p className={classes.lead}>{words.lead}</p>
      </header>
      <Progress step={step} />
      <section className={classes.card}>
        {isPending ? (
          <div className={classes.hold} aria-busy="true" />
        ) : error && !onboarding ? (
          <LoadFailure isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <StepFrame key={step} step={step}>
            {renderStep()}
          </StepFrame>
        )}
      </section>
      {onboarding && !codes ? <TimeLeft endsAtMs={onboarding.endsAtMs} onOver={giveUp} /> : null}
    </div>
  );
}

/** Visual only: the heading of each step says the same. Steps cannot be selected. */
function Progress({ step }: { step: StepName }) {
  const words = usePageWords(onboardingWords);
  const active = step === 'done' ? STEPS.length : STEPS.indexOf(step);
  return (
    <div aria-hidden="true" className={classes.progress}>
      <Stepper active={active} size="sm" iconSize={34} wrap={false}>
        {STEPS.map((each) => (
          <Stepper.Step key={each} label={words.steps[each].short} />
        ))}
      </Stepper>
    </div>
  );
}

function StepFrame({ step, children }: { step: StepName; children: ReactNode }) {
  const words = usePageWords(onboardingWords);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = step === 'social';
  useEffect(() => {
    // Each step moves the focus to its heading, except the first one, which loads with the page.
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  return (
    <>
      <div>
        {step === 'done' ? null : (
          <p className={classes.count}>{words.stepOf(STEPS.indexOf(step) + 1, STEPS.length)}</p>
        )}
        <h2 ref={heading} tabIndex={-1} data-testid="step-heading">
          {words.steps[step].heading}
        </h2>
      </div>
      {children}
    </>
  );
}

function TimeLeft({ endsAtMs, onOver }: { endsAtMs: number | null; onOver(): void }) {
  const words = usePageWords(onboardingWords);
  const secondsLeft = useSecondsLeft(endsAtMs);
  const isOver = secondsLeft === 0;
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    if (isOver) over.current();
  }, [isOver]);
  if (secondsLeft === null) return null;
  return <p className={classes.time}>{words.timeLeft(formatClock(secondsLeft))}</p>;
}

function LoadFailure({ isFetching, onRetry }: { isFetching: boolean; onRetry(): void }) {
  const { errors } = useWords();
  return (
    <div className={classes.step} role="alert">
      <h2>{errors.unavailableTitle}</h2>
      <p>{errors.unavailableText}</p>
      <div>
        <Button loading={isFetching} onClick={onRetry}>
          {errors.retry}
        </Button>
      </div>
    </div>
  );
}
