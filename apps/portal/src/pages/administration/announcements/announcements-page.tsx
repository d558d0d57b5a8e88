import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANNOUNCEMENTS_KEY,
  type Announcement,
  announcementsQuery,
  deleteAnnouncement,
} from '../../../api/announcements.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
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
  const query = useQuery(announcementsQuery);
  const [changed, setChanged] = useState<Announcement | null>(null);
  const nameOf = (item: Announcement) => inLanguage({ mn: item.title, en: item.title_en }, language);
  const columns: Column<Announcement>[] = [
    { key: 'title', title: words.title, text: nameOf },
    { key: 'kind', title: words.kind, room: 'some', text: (item) => words.kinds[item.kind] },
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
        <RowActions
          words={words}
          name={nameOf(item)}
          listKey={ANNOUNCEMENTS_KEY}
          onChange={() => setChanged(item)}
          remove={() => deleteAnnouncement(item.id)}
        />
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
