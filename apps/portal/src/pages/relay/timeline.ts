import type { RelayAttempt, RelayDeliveryDetail, RelayEvent } from '../../api/relay.ts';
import type { relayWords } from './words.ts';

export type Entry =
  | { kind: 'event'; key: string; at: string; event: RelayEvent }
  | { kind: 'attempt'; key: string; at: string; delivery: RelayDeliveryDetail; attempt: RelayAttempt };

/** What happened and every attempt to deliver it, in one order of time. */
export function buildTimeline(
  events: readonly RelayEvent[],
  deliveries: readonly RelayDeliveryDetail[],
): Entry[] {
  const entries: Entry[] = [
    ...events.map((event) => ({ kind: 'event', key: event.id, at: event.created_at, event }) as const),
    ...deliveries.flatMap((delivery) =>
      delivery.timeline.map(
        (attempt) =>
          ({
            kind: 'attempt',
            // A replayed message counts its attempts from one again.
            key: `${delivery.id} ${attempt.at}`,
            at: attempt.at,
            delivery,
            attempt,
          }) as const,
      ),
    ),
  ];
  return entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

type Words = (typeof relayWords)['mn'];

/** Events whose detail is the code of a platform. */
const NAMING = ['received', 'forwarded_up'];

export function sayEvent(
  { type, detail, platform_name }: RelayEvent,
  { events }: Words,
  namePlatform: (code: string) => string,
): string {
  const said = NAMING.includes(type) ? namePlatform(detail) : detail;
  return events[type]?.(said, platform_name ?? said) ?? type;
}

export const isDelivered = ({ status }: Pick<RelayAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

type Outcome = Pick<RelayAttempt, 'status' | 'problem'>;

/** The server names problems in English, for programs as well; a page says them in its language. */
export const sayProblem = ({ problem }: Pick<Outcome, 'problem'>, { problems }: Words): string =>
  problems[problem] ?? problem;

/** The answer of a platform, with its meaning where a number alone says little. */
export function sayOutcome({ status, problem }: Outcome, words: Words): string {
  if (status === null)
    return [words.noAnswer, ...(problem ? [sayProblem({ problem }, words)] : [])].join(': ');
  const meaning = status >= 300 && status < 400 ? words.redirects : words.statuses[status];
  return meaning === undefined ? words.answered(status) : `${words.answered(status)}: ${meaning}`;
}
