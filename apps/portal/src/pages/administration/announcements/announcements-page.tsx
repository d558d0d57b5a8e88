import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANNOUNCEMENTS_KEY,
  type Announcement,
  announcementsQuery,
  deleteAnnouncement,
  endAnnouncement,
} from '../../../api/announcements.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { formatMoment } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { RowActions } from '../../../ui/dialogs/row-actions.tsx';
import { ListPage } from '../../../ui/page/list-and-detail.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { announcementsWords } from './words.ts';

export function AnnouncementsPage() {
  const { language } = useLanguage();
  const words = usePageWords(announcementsWords);
  const client = useQueryClient();
  const query = useQuery(announcementsQuery);
  const [changed, setChanged] = useState<Announcement | null>(null);
  const nameOf = (item: Announcement) => inLanguage({ mn: item.title, en: item.title_en }, language);
  const columns: Column<Announcement>[] = [
    { key: 'title', title: words.title, text: nameOf },
    {
      key: 'kind',
      title: words.kind,
      room: 'some',
      text: (item) => words.kinds[item.kind],
      cell: (item) => (
        <>
          {words.kinds[item.kind]}
          {item.read_only ? <ReadOnlyMark item={item} /> : null}
        </>
      ),
    },
    momentColumn({ key: 'starts', title: words.starts, room: 'some', at: (item) => item.starts_at }),
    momentColumn({
      key: 'ends',
      title: words.ends,
      room: 'some',
      at: (item) => item.ends_at,
      none: words.noEnd,
    }),
    {
      key: 'actions',
      title: words.actions,
      cell: (item) => (
        <>
          <RowActions
            words={words}
            name={nameOf(item)}
            listKey={ANNOUNCEMENTS_KEY}
            onChange={() => setChanged(item)}
            remove={() => deleteAnnouncement(item.id)}
          />
          {item.read_only && isRunning(item) ? (
            <AskedButton
              label={words.end}
              ariaLabel={words.endOf(nameOf(item))}
              testId="end-announcement"
              title={words.endTitle(nameOf(item))}
              run={() => endAnnouncement(item.id)}
              onDone={() => client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })}
            >
              <p>{words.endText}</p>
            </AskedButton>
          ) : null}
        </>
      ),
    },
  ];
  return (
    <ListPage title={words.title} lead={words.lead}>
      <DataTable
        id="announcements"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        getId={(item) => item.id}
        empty={<EmptyState title={words.empty} />}
      />
      <Section id="write" title={changed ? words.changeTitle : words.addTitle}>
        <AnnouncementForm key={changed?.id ?? 'new'} announcement={changed} onDone={() => setChanged(null)} />
      </Section>
    </ListPage>
  );
}

function isRunning({ starts_at, ends_at }: Announcement): boolean {
  const now = Date.now();
  return Date.parse(starts_at) <= now && (ends_at === null || now < Date.parse(ends_at));
}

function ReadOnlyMark({ item }: { item: Announcement }) {
  const words = usePageWords(announcementsWords);
  const runs = isRunning(item);
  return (
    <>
      {' '}
      <span className={badgeStyle.chip} data-tone={runs ? 'warn' : undefined} data-testid="read-only-mark">
        {runs ? `${words.running}, ${words.until(formatMoment(item.ends_at ?? ''))}` : words.planned}
      </span>
    </>
  );
}
