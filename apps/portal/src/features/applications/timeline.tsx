import type { ReactNode } from 'react';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { TimelineEvent } from '../../api/gov.ts';
import textStyle from '../../ui/text.module.css';
import timelineStyle from '../../ui/timeline.module.css';
import { ChangedAnswers } from '../service-form/answer-list.tsx';
import classes from './timeline.module.css';

interface TimelineProps {
  events: readonly TimelineEvent[];
  form: ServiceForm | null;
  sayEvent(event: TimelineEvent): string;
  /** The person and the time. */
  sayWho(event: TimelineEvent): ReactNode;
}

/** Events of an application, oldest first; each page passes its own words. */
export function Timeline({ events, form, sayEvent, sayWho }: TimelineProps) {
  return (
    <ol className={`${timelineStyle.timeline} ${classes.timeline}`} data-testid="timeline">
      {events.map((event) => (
        <li key={event.id} data-testid="event" data-type={event.type}>
          <p>{sayEvent(event)}</p>
          <p className={`${textStyle.quiet} ${textStyle.small}`}>{sayWho(event)}</p>
          {event.detail ? <p className={classes.said}>{event.detail}</p> : null}
          {event.changes.length > 0 ? (
            <div className={classes.said}>
              <ChangedAnswers form={form} changes={event.changes} />
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
