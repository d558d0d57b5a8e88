import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClockOff, IconDeviceMobileCheck, IconWifiOff } from '@tabler/icons-react';
import { formatClock } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useIsOlderThan, useSecondsLeft } from '../../ui/use-clock.ts';
import { isLive, type SignInState } from './machine.ts';
import { RetryButton } from './retry-button.tsx';
import classes from './sign-in.module.css';
import { TimedFrame } from './timed-frame.tsx';
import type { SignIn } from './use-sign-in.ts';
import { VerificationCode } from './verification-code.tsx';
import { signInWords } from './words.ts';

/** The provider's rule: an older code must not be shown. */
const QR_MAX_AGE_MS = 3_000;

export function EndedIcon({ state }: { state: SignInState }) {
  const props = { size: 56, stroke: 1.3, 'aria-hidden': true } as const;
  if (state.step === 'expired') return <IconClockOff {...props} />;
  if (state.step === 'failed' && state.problem === 'offline') return <IconWifiOff {...props} />;
  return <IconAlertTriangle {...props} />;
}

interface LinkPanelProps {
  signIn: SignIn;
  /** The state of the QR or app attempt; idle if the current attempt is a push. */
  state: SignInState;
  /** True on a phone: opens the app here instead of showing a code to scan. */
  sameDevice: boolean;
}

export function LinkPanel({ signIn, state, sameDevice }: LinkPanelProps) {
  const words = usePageWords(signInWords);
  const session = isLive(state) ? state.session : null;
  const ended = state.step === 'refused' || state.step === 'expired' || state.step === 'failed';
  const opensApp =
    sameDevice && (state.step === 'idle' || state.step === 'starting' || state.step === 'waiting');
  const secondsLeft = useSecondsLeft(session?.deadlineMs ?? null);
  const isStale = useIsOlderThan(signIn.frame?.atMs ?? null, QR_MAX_AGE_MS);
  const share =
    session?.deadlineMs && secondsLeft !== null
      ? (secondsLeft * 1000) / (session.deadlineMs - session.startedAtMs)
      : null;

  return (
    <div className={classes.panel}>
      {opensApp ? (
        <div className={classes.appAction}>
          <Button
            component="a"
            href={session?.deepLink || undefined}
            size="lg"
            fullWidth
            loading={!session}
            data-testid="deep-link"
          >
            {words.openApp}
          </Button>
          <p className={classes.help}>{words.openAppHelp}</p>
        </div>
      ) : (
        <TimedFrame share={ended ? null : share}>
          {ended ? (
            <span className={classes.endedIcon}>
              <EndedIcon state={state} />
            </span>
          ) : state.step === 'waiting' && signIn.frame ? (
            <>
              <div className={classes.qrHolder} data-stale={isStale || undefined}>
                <QrCode text={signIn.frame.text} label={words.qrAlt} isStale={isStale} />
              </div>
              {isStale ? <p className={classes.qrCover}>{words.reconnecting}</p> : null}
            </>
          ) : state.step === 'scanned' || state.step === 'returning' || state.step === 'complete' ? (
            <div className={classes.onPhone}>
              <IconDeviceMobileCheck size={52} stroke={1.3} aria-hidden="true" />
              {session && state.step === 'scanned' ? (
                <VerificationCode code={session.verificationCode} />
              ) : null}
            </div>
          ) : (
            <span className={classes.qrBlank} />
          )}
        </TimedFrame>
      )}
    </div>
  );
}

interface LinkFooterProps {
  signIn: SignIn;
  state: SignInState;
  sameDevice: boolean;
  staysHere: boolean;
}

/** Below the status line: the time left, an alternative without a camera, or the retry button. */
export function LinkFooter({ signIn, state, sameDevice, staysHere }: LinkFooterProps) {
  const words = usePageWords(signInWords);
  const session = isLive(state) ? state.session : null;
  const secondsLeft = useSecondsLeft(session?.deadlineMs ?? null);
  if (state.step === 'refused' || state.step === 'expired' || state.step === 'failed')
    return <RetryButton state={state} onRetry={signIn.beginLink} />;
  return (
    <div className={classes.below}>
      {state.step === 'scanned' && session?.verificationCode ? (
        <p className={classes.help}>
          {words.compareCode} {words.codeWarning}
        </p>
      ) : null}
      {state.step === 'waiting' && !sameDevice ? <p className={classes.help}>{words.qrHelp}</p> : null}
      <p className={classes.time}>
        {secondsLeft === null ? '\u00a0' : words.timeLeft(formatClock(secondsLeft))}
      </p>
      {state.step === 'returning' ? (
        <button type="button" className={classes.textButton} data-testid="retry" onClick={signIn.beginLink}>
          {words.startAgain}
        </button>
      ) : null}
      {!sameDevice && !staysHere && state.step === 'waiting' && session?.deepLink ? (
        <a href={session.deepLink} data-testid="deep-link" className={classes.deepLink}>
          {words.openOnDevice}
        </a>
      ) : null}
    </div>
  );
}
