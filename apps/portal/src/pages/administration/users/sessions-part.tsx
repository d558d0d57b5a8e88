import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminSession, endSessionOf, endSessionsOf, userQuery } from '../../../api/administration.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import { Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './person-parts.module.css';
import { personWords } from './person-words.ts';

interface SessionsPartProps {
  userId: string;
  sessions: readonly AdminSession[];
}

export function SessionsPart({ userId, sessions }: SessionsPartProps) {
  const { sessions: words } = usePageWords(personWords);
  const { language } = useLanguage();
  const client = useQueryClient();
  const [said, setSaid] = useState<string | null>(null);
  const finish = async (text: string) => {
    await client.invalidateQueries({ queryKey: userQuery(userId).queryKey });
    setSaid(text);
  };
  return (
    <section className={layoutStyle.part} aria-labelledby="person-sessions" data-testid="person-sessions">
      <h3 id="person-sessions">{words.heading}</h3>
      <Done testId="sessions-said">{said}</Done>
      {sessions.length === 0 ? <p className={textStyle.quiet}>{words.none}</p> : null}
      <ul className={classes.lines}>
        {sessions.map((session) => {
          const name = words.on(session.browser, session.system) || words.unknown;
          const since = formatDateTime(session.created_at, language);
          return (
            <li key={session.id} className={classes.session} data-testid="person-session">
              <div>
                {name}
                <span className={textStyle.under}>{words.since(since)}</span>
                <span className={textStyle.under}>
                  {words.used(formatDateTime(session.used_at, language))}
                  {session.ip ? ` · ${words.address(session.ip)}` : ''}
                </span>
              </div>
              <AskedButton
                label={words.end}
                ariaLabel={words.endLabel(name, since)}
                testId="end-person-session"
                title={words.endTitle}
                run={() => endSessionOf(userId, session.id)}
                onDone={() => finish(words.ended)}
              >
                <p>{words.endText}</p>
              </AskedButton>
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <AskedButton
            label={words.endAll}
            testId="end-person-sessions"
            title={words.endAllTitle}
            run={() => endSessionsOf(userId)}
            onDone={({ ended }) => finish(words.allEnded(ended))}
          >
            <p>{words.endText}</p>
          </AskedButton>
        </div>
      ) : null}
    </section>
  );
}
