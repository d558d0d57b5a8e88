import type { RelayAttempt, RelayDeliveryDetail, RelayEvent } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { Moment } from '../../ui/moment.tsx';
import textStyle from '../../ui/text.module.css';
import timelineStyle from '../../ui/timeline.module.css';
import classes from './request.module.css';
import { requestWords } from './request-words.ts';
import { buildTimeline, isDelivered, sayEvent, sayOutcome } from './timeline.ts';
import { usePlatformName } from './use-platform-name.ts';
import { relayWords } from './words.ts';

const BAD_EVENTS = ['overdue', 'escalated', 'breach_notified', 'rejected'];
const GOOD_EVENTS = ['responded', 'fulfilled'];

interface RequestTimelineProps {
  events: readonly RelayEvent[];
  deliveries: readonly RelayDeliveryDetail[];
}

export function RequestTimeline({ events, deliveries }: RequestTimelineProps) {
  const shared = usePageWords(relayWords);
  const namePlatform = usePlatformName();
  return (
    <ol className={timelineStyle.timeline} data-testid="timeline">
      {buildTimeline(events, deliveries).map((entry) =>
        entry.kind === 'event' ? (
          <li
            key={entry.key}
            data-tone={toneOf(entry.event.type)}
            data-testid="event"
            data-type={entry.event.type}
          >
            <p>{sayEvent(entry.event, shared, namePlatform)}</p>
            <p className={`${textStyle.quiet} ${textStyle.small}`}>
              <Moment at={entry.at} />
            </p>
          </li>
        ) : (
          <li key={entry.key} data-tone={isDelivered(entry.attempt) ? 'good' : 'bad'} data-testid="attempt">
            <Attempt delivery={entry.delivery} attempt={entry.attempt} />
          </li>
        ),
      )}
    </ol>
  );
}

const toneOf = (type: string) =>
  BAD_EVENTS.includes(type) ? 'bad' : GOOD_EVENTS.includes(type) ? 'good' : undefined;

function Attempt({ delivery, attempt }: { delivery: RelayDeliveryDetail; attempt: RelayAttempt }) {
  const words = usePageWords(requestWords);
  const shared = usePageWords(relayWords);
  const format = useNumber();
  const message = shared.messages[delivery.event] ?? delivery.event;
  return (
    <>
      <p>{words.attempt(message, delivery.platform_name, attempt.attempt)}</p>
      <p>
        {sayOutcome(attempt, shared)} ({words.took(shared.ms(format(attempt.duration_ms)))})
      </p>
      {attempt.answer ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
        <section className={classes.begins} tabIndex={0} aria-label={words.answerBegins}>
          <pre className={textStyle.pre}>{attempt.answer}</pre>
        </section>
      ) : null}
      <p className={`${textStyle.quiet} ${textStyle.small}`}>
        <Moment at={attempt.at} />
      </p>
    </>
  );
}
