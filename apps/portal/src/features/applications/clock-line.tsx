import { IconClock, IconClockExclamation, IconClockPause } from '@tabler/icons-react';
import type { Application } from '../../api/gov.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './applications.module.css';
import { readClock } from './clock.ts';
import { applicationStateWords } from './words.ts';

const ICONS = {
  running: IconClock,
  late: IconClockExclamation,
  stopped: IconClockPause,
  waits_for_payment: IconClock,
};

/** Tells the applicant in plain words when to expect a decision. */
export function ClockLine({ application }: { application: Application }) {
  const { language } = useLanguage();
  const { clock: words, autoFee } = usePageWords(applicationStateWords);
  const clock = readClock(application, new Date());
  if (clock.kind === 'none') return null;
  const Icon = ICONS[clock.kind];
  const text = {
    running: () =>
      clock.kind === 'running'
        ? `${words.due(formatDate(clock.due, language))}. ${words.left(clock.days)}.`
        : '',
    late: () => (clock.kind === 'late' ? words.late(formatDate(clock.due, language)) : ''),
    stopped: () => (clock.kind === 'stopped' ? words.stopped(formatDate(clock.since, language)) : ''),
    // A certificate that is issued automatically has no deadline; it only waits for the fee.
    waits_for_payment: () => {
      const text = application.status === 'submitted' ? autoFee : words.payment;
      return application.fee_due_at
        ? `${text} ${words.payBy(formatDate(application.fee_due_at, language))}`
        : text;
    },
  }[clock.kind]();
  return (
    <p className={classes.clock} data-kind={clock.kind} data-testid="clock">
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
