import { IconClock, IconClockCheck, IconClockExclamation } from '@tabler/icons-react';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Clock, formatSpan, readClock } from './clock.ts';
import classes from './request.module.css';
import { requestWords } from './request-words.ts';

interface RunningClockProps {
  from: string;
  due: string;
  answered: string | undefined;
  /** The server's clock minus the browser's. */
  clockSkewMs: number;
  isSmall?: boolean;
}

const ICONS = {
  running: IconClock,
  late: IconClockExclamation,
  met: IconClockCheck,
  missed: IconClockExclamation,
};
const TICK_MS = 1000;
/** When reminders are sent. */
const SOON = 0.75;

const toneOf = ({ kind, share }: Clock) =>
  kind === 'met' ? 'good' : kind !== 'running' ? 'bad' : share >= SOON ? 'warn' : 'plain';

/** Ticks every second; a screen reader reads it on demand, because a timer is not announced by itself. */
export function RunningClock({ clockSkewMs, isSmall = false, ...timed }: RunningClockProps) {
  const words = usePageWords(requestWords);
  const clock = readClock(timed, useNow(TICK_MS) + clockSkewMs);
  const span = formatSpan(clock.ms, words.units);
  const text = {
    running: words.left,
    late: words.over,
    met: words.met,
    missed: words.missed,
  }[clock.kind](span);
  const Icon = ICONS[clock.kind];
  return (
    <div
      className={isSmall ? classes.smallClock : classes.clock}
      data-tone={toneOf(clock)}
      data-testid="clock"
      data-kind={clock.kind}
    >
      <p role="timer">
        <Icon size={isSmall ? 18 : 26} stroke={1.8} aria-hidden="true" />
        {text}
      </p>
      <svg className={classes.passed} aria-hidden="true">
        <rect className={classes.track} width="100%" height="100%" rx="3" />
        <rect width={`${clock.share * 100}%`} height="100%" rx="3" fill="currentColor" />
      </svg>
    </div>
  );
}
