import { IconEye, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { nameParty, readActingFor } from '../../api/acting-for.ts';
import { accessLogQuery, type DataAccess } from '../../api/eid-console.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { clockAt } from '../../i18n/time.ts';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { CardList } from '../../ui/table/card-list.tsx';
import { momentColumn } from '../../ui/table/columns.tsx';
import { SaveRows } from '../../ui/table/save-rows.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

export function AccessSection() {
  const { language } = useLanguage();
  const { access: words } = usePageWords(profileWords);
  const query = useInfiniteQuery(accessLogQuery(language));
  const roles: Record<string, string> = words.roles;
  const acting = readActingFor();
  const name = acting === null ? '' : nameParty(acting, language);
  if (acting?.isAuthorised)
    return (
      <Section id="access" title={words.heading}>
        <p data-testid="access-not-authorised">{words.notAuthorised(name)}</p>
      </Section>
    );
  return (
    <Section
      id="access"
      title={acting === null ? words.heading : words.headingOf(name)}
      lead={acting === null ? words.lead : words.leadOf(name)}
    >
      <SaveRows
        id="access-log"
        query={accessLogQuery(language)}
        columns={[
          momentColumn({ key: 'time', title: words.file.time, at: ({ occurred_at }) => occurred_at }),
          { key: 'who', title: words.file.who, text: ({ by }) => by.name || words.someone },
          { key: 'role', title: words.file.role, text: ({ by }) => roles[by.role] ?? by.role },
          { key: 'office', title: words.file.office, text: ({ by }) => by.office ?? '' },
          {
            key: 'reason',
            title: words.file.reason,
            text: ({ purpose_text }) => purpose_text || words.noReason,
          },
          { key: 'matter', title: words.file.matter, text: ({ matter }) => matter?.number ?? '' },
        ]}
      />
      <CardList
        query={query}
        icon={<IconShieldCheck size={30} stroke={1.5} />}
        words={{ empty: words.empty, emptyText: words.emptyText, older: words.more }}
        className={rowStyle.rows}
      >
        {(entry) => <AccessRow key={entry.id} entry={entry} />}
      </CardList>
    </Section>
  );
}

function AccessRow({ entry }: { entry: DataAccess }) {
  const { language } = useLanguage();
  const { access: words } = usePageWords(profileWords);
  const roles: Record<string, string> = words.roles;
  const { name, role, office } = entry.by;
  const isAgency = role === 'agency';
  return (
    <li className={rowStyle.row} data-testid="access-entry">
      <IconEye size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>{entry.purpose_text || words.noReason}</p>
        {entry.matter ? (
          <p>
            {isAgency ? (
              entry.matter.title
            ) : (
              <Link to={`/applications/${entry.matter.id}`}>{entry.matter.title || words.application}</Link>
            )}
            {' · '}
            <span className={classes.matterNumber}>{entry.matter.number}</span>
          </p>
        ) : null}
        {isAgency ? null : (
          <p>{[name || words.someone, roles[role] ?? role, office].filter(Boolean).join(' · ')}</p>
        )}
        <p className={textStyle.quiet}>
          {formatDateTime(entry.first_at, language)}
          {clockAt(entry.first_at) === clockAt(entry.occurred_at) ? '' : ` – ${clockAt(entry.occurred_at)}`}
        </p>
      </div>
    </li>
  );
}
