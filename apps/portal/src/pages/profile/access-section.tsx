import { Button } from '@mantine/core';
import { IconEye, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { accessLogQuery, type DataAccess } from '../../api/eid-console.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { clockAt } from '../../i18n/time.ts';
import { Answer } from '../../ui/answer.tsx';
import { Failed } from '../../ui/form-actions.tsx';
import parts from '../../ui/parts.module.css';
import { Empty, Section } from '../../ui/section.tsx';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

export function AccessSection() {
  const { language } = useLanguage();
  const { access: words } = usePageWords(profileWords);
  const query = useInfiniteQuery(accessLogQuery(language));
  const list = useRef<HTMLOListElement>(null);
  const shownBefore = useRef<number | null>(null);
  const shown = query.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0;

  useEffect(() => {
    // The reader goes on where the new entries begin, also when the button has gone with the last of them.
    if (shownBefore.current === null || shown <= shownBefore.current) return;
    (list.current?.children[shownBefore.current] as HTMLElement | undefined)?.focus();
    shownBefore.current = null;
  }, [shown]);

  return (
    <Section id="access" title={words.heading} lead={words.lead}>
      <Answer query={query} source="platform">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.items);
          if (entries.length === 0)
            return (
              <Empty
                icon={<IconShieldCheck size={30} stroke={1.5} />}
                title={words.empty}
                text={words.emptyText}
              />
            );
          return (
            <>
              <ol className={classes.rows} ref={list}>
                {entries.map((entry) => (
                  <AccessRow key={entry.id} entry={entry} />
                ))}
              </ol>
              <Failed text={query.isFetchNextPageError ? words.moreFailed : null} />
              {query.hasNextPage ? (
                <div>
                  <Button
                    variant="default"
                    data-testid="access-more"
                    loading={query.isFetchingNextPage}
                    onClick={() => {
                      shownBefore.current = shown;
                      query.fetchNextPage();
                    }}
                  >
                    {words.more}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

function AccessRow({ entry }: { entry: DataAccess }) {
  const { language } = useLanguage();
  const { access: words } = usePageWords(profileWords);
  const roles: Record<string, string> = words.roles;
  const { name, role, office } = entry.by;
  return (
    <li className={classes.row} tabIndex={-1} data-testid="access-entry">
      <IconEye size={24} stroke={1.6} aria-hidden="true" />
      <div className={classes.rowText}>
        <p className={classes.rowTitle}>{entry.purpose_text || words.noReason}</p>
        {entry.matter ? (
          <p>
            <Link to={`/applications/${entry.matter.id}`}>{entry.matter.title || words.application}</Link>
            {' · '}
            <span className={classes.matterNumber}>{entry.matter.number}</span>
          </p>
        ) : null}
        <p>{[name || words.someone, roles[role] ?? role, office].filter(Boolean).join(' · ')}</p>
        <p className={parts.quiet}>
          {formatDateTime(entry.first_at, language)}
          {clockAt(entry.first_at) === clockAt(entry.occurred_at) ? '' : ` – ${clockAt(entry.occurred_at)}`}
        </p>
      </div>
    </li>
  );
}
