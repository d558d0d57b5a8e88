import { useId } from 'react';
import { Link } from 'react-router';
import type { RelayEvent } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Moment } from '../../ui/moment.tsx';
import textStyle from '../../ui/text.module.css';
import { overviewWords } from './overview-words.ts';
import classes from './relay.module.css';
import { sayEvent } from './timeline.ts';
import { usePlatformName } from './use-platform-name.ts';
import { relayWords } from './words.ts';

const MOST = 8;

export function LatestEvents({ events }: { events: readonly RelayEvent[] }) {
  const words = usePageWords(overviewWords);
  const shared = usePageWords(relayWords);
  const namePlatform = usePlatformName();
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId} data-testid="latest">
      <h2 id={titleId}>{words.latest}</h2>
      {events.length === 0 ? <p className={textStyle.quiet}>{words.noEvents}</p> : null}
      <ul className={classes.latest}>
        {events.slice(0, MOST).map((event) => (
          <li key={event.id}>
            <Link to={`/relay/requests/${event.request_id}`}>{sayEvent(event, shared, namePlatform)}</Link>
            <span className={`${textStyle.quiet} ${textStyle.small}`}>
              <Moment at={event.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
