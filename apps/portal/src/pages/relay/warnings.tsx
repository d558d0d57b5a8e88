import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { platformsQuery } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import noteStyle from '../../ui/note.module.css';
import { overviewWords } from './overview-words.ts';

/** What somebody has to look at: platforms that do not answer, and messages that were given up. */
export function Warnings() {
  const words = usePageWords(overviewWords);
  const format = useNumber();
  const { data = [] } = useQuery(platformsQuery);
  const ill = data.filter(({ health }) => health === 'ill');
  const dead = data.reduce((sum, platform) => sum + platform.dead, 0);
  return (
    <>
      {ill.length > 0 ? (
        <div className={noteStyle.note} data-tone="warn" data-testid="ill">
          <p>{words.ill(ill.map(({ name }) => name).join(', '))}</p>
          <p>
            <Link to="/relay/platforms">{words.toPlatforms}</Link>
          </p>
        </div>
      ) : null}
      {dead > 0 ? (
        <div className={noteStyle.note} data-tone="bad" data-testid="dead">
          <p>{words.dead(format(dead))}</p>
          <p>
            <Link to="/relay/dead-letters">{words.toDead}</Link>
          </p>
        </div>
      ) : null}
    </>
  );
}
