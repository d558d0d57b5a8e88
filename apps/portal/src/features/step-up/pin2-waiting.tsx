import type { ReactNode } from 'react';
import { formatClock } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { VerificationCode } from '../eid-sign-in/verification-code.tsx';
import classes from './pin2-step-up.module.css';
import { pin2Words } from './pin2-words.ts';

interface Pin2WaitingProps {
  code: string;
  isConfirmed: boolean;
  secondsLeft: number | null;
  children?: ReactNode;
}

/** The code on both screens shows that it is the same request. */
export function Pin2Waiting({ code, isConfirmed, secondsLeft, children }: Pin2WaitingProps) {
  const words = usePageWords(pin2Words);
  return (
    <div className={classes.waiting} data-testid="pin2-waiting">
      <div className={classes.waiting} role="status">
        <VerificationCode code={code} />
        {children}
        <p>{isConfirmed ? words.confirmed : words.compare}</p>
      </div>
      {secondsLeft === null ? null : <p className={classes.time}>{words.left(formatClock(secondsLeft))}</p>}
    </div>
  );
}

/** The phone refused, or the time is over. */
export function Pin2Ended({ isExpired }: { isExpired: boolean }) {
  const words = usePageWords(pin2Words);
  return (
    <p className={classes.ended} role="alert" data-testid="pin2-ended">
      {isExpired ? words.expired : words.refused}
    </p>
  );
}
