import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { formatClock } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { findNationalIdFault, type NationalIdFault, normaliseNationalId } from '../people/national-id.ts';
import { EndedIcon } from './link-panel.tsx';
import { isLive, type SignInState, showsPushForm } from './machine.ts';
import { RetryButton } from './retry-button.tsx';
import classes from './sign-in.module.css';
import { TimedFrame } from './timed-frame.tsx';
import type { SignIn } from './use-sign-in.ts';
import { VerificationCode } from './verification-code.tsx';
import { signInWords } from './words.ts';

interface PushPanelProps {
  signIn: SignIn;
  /** What belongs to the push; idle when the current attempt is a QR. */
  state: SignInState;
  nationalId: string;
  onNationalId(text: string): void;
}

/** Keeps its own state: useBodyForm and the schemas weigh 12 kB, which the budget of the sign-in page does not allow. */
function PushForm({ signIn, state, nationalId, onNationalId }: PushPanelProps) {
  const words = usePageWords(signInWords);
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<NationalIdFault | null>(null);
  const refused = state.step === 'failed' && state.problem === 'invalid_national_id';
  const faults: Record<NationalIdFault, string> = {
    missing: words.nationalIdMissing,
    latin: words.nationalIdLatin,
    shape: words.nationalIdShape,
  };
  const error = fault ? faults[fault] : refused ? words.nationalIdRefused : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.step === 'starting') return;
    const normalised = normaliseNationalId(nationalId);
    const found = findNationalIdFault(normalised);
    setFault(found);
    if (found) field.current?.focus();
    else signIn.beginPush(normalised);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        size="md"
        label={words.nationalId}
        description={words.nationalIdHint}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        error={error}
        errorProps={{ role: 'alert' }}
        value={nationalId}
        onChange={(event) => onNationalId(event.currentTarget.value)}
        data-testid="national-id"
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        required
        withAsterisk={false}
      />
      <Button type="submit" size="md" fullWidth loading={state.step === 'starting'} data-testid="push-submit">
        {words.pushSubmit}
      </Button>
      <p className={classes.help}>{words.pushHelp}</p>
    </form>
  );
}

export function PushPanel(props: PushPanelProps) {
  const { state } = props;
  const session = isLive(state) ? state.session : null;
  const secondsLeft = useSecondsLeft(session?.deadlineMs ?? null);
  const share =
    session?.deadlineMs && secondsLeft !== null
      ? (secondsLeft * 1000) / (session.deadlineMs - session.startedAtMs)
      : null;
  if (session || state.step === 'complete') {
    return (
      <div className={classes.panel}>
        <TimedFrame share={share}>
          {session ? <VerificationCode code={session.verificationCode} /> : null}
        </TimedFrame>
      </div>
    );
  }
  if (showsPushForm(state)) return <PushForm {...props} />;
  return (
    <div className={classes.panel}>
      <TimedFrame share={null}>
        <span className={classes.endedIcon}>
          <EndedIcon state={state} />
        </span>
      </TimedFrame>
    </div>
  );
}

export function PushFooter({ signIn, state }: Pick<PushPanelProps, 'signIn' | 'state'>) {
  const words = usePageWords(signInWords);
  const session = isLive(state) ? state.session : null;
  const secondsLeft = useSecondsLeft(session?.deadlineMs ?? null);
  if (showsPushForm(state) || state.step === 'complete') return null;
  if (!session) return <RetryButton state={state} onRetry={signIn.reset} />;
  return (
    <div className={classes.below}>
      {session.verificationCode ? (
        <p className={classes.help}>
          {words.compareCode} {words.codeWarning}
        </p>
      ) : null}
      <p className={classes.time}>
        {secondsLeft === null ? '\u00a0' : words.timeLeft(formatClock(secondsLeft))}
      </p>
      <button type="button" className={classes.textButton} onClick={signIn.reset}>
        {words.cancel}
      </button>
    </div>
  );
}
