import { IconHistory, IconLogin2, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACTIVITY_PAGE_SIZE, activityQuery, type EidUse } from '../../api/eid-console.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import { Pager, useRangeText } from '../../ui/table/pager.tsx';
import textStyle from '../../ui/text.module.css';
import { readOutcome } from './eid-words.ts';
import { profileWords } from './words.ts';

export function ActivitySection() {
  const { activity: words } = usePageWords(profileWords);
  const [page, setPage] = useState(0);
  const query = useQuery(activityQuery(page));
  const describeRange = useRangeText();
  return (
    <Section id="activity" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="eid" lines={5}>
        {({ sessions, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconHistory size={30} stroke={1.5} />} title={words.empty} />
          ) : (
            <>
              <ol className={rowStyle.rows} aria-busy={query.isPlaceholderData}>
                {sessions.map((use, index) => (
                  <UseRow key={use.session_id ?? `${use.timestamp} ${index}`} use={use} />
                ))}
              </ol>
              <p role="status" className={textStyle.quiet}>
                {describeRange(page * ACTIVITY_PAGE_SIZE, sessions.length, total)}
              </p>
              <Pager
                offset={page * ACTIVITY_PAGE_SIZE}
                size={ACTIVITY_PAGE_SIZE}
                total={total}
                onMove={(offset) => setPage(offset / ACTIVITY_PAGE_SIZE)}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function UseRow({ use }: { use: EidUse }) {
  const { language } = useLanguage();
  const { activity: words, unknown } = usePageWords(profileWords);
  const flows: Record<string, string> = words.flows;
  const { key, tone } = readOutcome(use.outcome);
  const Icon = use.flow === 'SIGNATURE' ? IconWritingSign : IconLogin2;
  return (
    <li className={rowStyle.row} data-testid="eid-use" data-outcome={key}>
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>{flows[use.flow] ?? use.flow}</p>
        {use.doc_text ? <p>{use.doc_text}</p> : null}
        <p className={textStyle.quiet}>{formatDateTime(use.timestamp, language) || unknown}</p>
      </div>
      <Badge tone={tone}>{words.outcomes[key]}</Badge>
    </li>
  );
}
