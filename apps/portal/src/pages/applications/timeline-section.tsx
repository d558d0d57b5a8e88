import { useQuery } from '@tanstack/react-query';
import { type Application, type TimelineEvent, timelineQuery } from '../../api/gov.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../profile/parts/answer.tsx';
import { formatDateTime } from '../profile/parts/format-time.ts';
import parts from '../profile/parts/parts.module.css';
import { Section } from '../profile/parts/section.tsx';
import classes from './applications.module.css';
import { applicationWords } from './words.ts';

export function TimelineSection({ application }: { application: Application }) {
  const words = usePageWords(applicationWords);
  const query = useQuery(timelineQuery(application.id));
  return (
    <Section id="timeline" title={words.timeline}>
      <Answer query={query} source="platform">
        {({ items }) => (
          <ol className={classes.timeline}>
            {items.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ol>
        )}
      </Answer>
    </Section>
  );
}

function EventLine({ event }: { event: TimelineEvent }) {
  const { language } = useLanguage();
  const words = usePageWords(applicationWords);
  const outcome =
    event.type === 'decided' ? ` – ${event.to_status === 'rejected' ? words.refused : words.granted}` : '';
  return (
    <li data-testid="event" data-type={event.type}>
      <p>
        {words.events[event.type] ?? event.type}
        {outcome}
      </p>
      <p className={`${parts.quiet} ${parts.small}`}>
        {formatDateTime(event.created_at, language)} · {words.by[event.actor_role]}
      </p>
      {event.detail ? <p className={classes.timelineDetail}>{event.detail}</p> : null}
    </li>
  );
}
