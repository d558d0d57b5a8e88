import type { Application } from '../../api/gov.ts';
import { dayAt, noonOf } from '../../i18n/time.ts';

/** The clock of an application as the applicant sees it. */
export type Clock =
  | { kind: 'none' }
  | { kind: 'waits_for_payment' }
  | { kind: 'stopped'; since: string }
  | { kind: 'running'; due: string; days: number }
  | { kind: 'late'; due: string };

const DAY_MS = 24 * 60 * 60_000;
const OPEN = ['submitted', 'registered', 'in_review', 'info_required'];

export const isOpen = (application: Pick<Application, 'status'>) => OPEN.includes(application.status);

/** Only the query to a state register is left, which the platform retries until the register answers. */
export const waitsForRegister = (application: Pick<Application, 'status' | 'payment'>) =>
  application.status === 'submitted' && application.payment !== 'pending';

/** Calendar days after today, up to and including the due day: the deadline counts them, and every page says so. */
export const countDays = (from: Date, to: Date): number =>
  Math.max(0, Math.round((noonOf(dayAt(to)) - noonOf(dayAt(from))) / DAY_MS));

type Timed = Pick<
  Application,
  'status' | 'due_at' | 'suspended' | 'suspended_at' | 'sla_breached' | 'payment' | 'updated_at'
>;

export function readClock(application: Timed, now: Date): Clock {
  if (!isOpen(application)) return { kind: 'none' };
  if (application.status === 'info_required' || application.suspended)
    return { kind: 'stopped', since: application.suspended_at ?? application.updated_at ?? '' };
  const { due_at: due } = application;
  if (due === null)
    return application.payment === 'pending' ? { kind: 'waits_for_payment' } : { kind: 'none' };
  const end = new Date(due);
  if (application.sla_breached || end <= now) return { kind: 'late', due };
  return { kind: 'running', due, days: countDays(now, end) };
}
