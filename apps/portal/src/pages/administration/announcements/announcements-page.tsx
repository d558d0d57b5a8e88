import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANNOUNCEMENTS_KEY,
  type Announcement,
  announcementsQuery,
  deleteAnnouncement,
} from '../../../api/announcements.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ListPage } from '../../../ui/page/list-and-detail.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ActionFailure, EmptyState } from '../../../ui/states/states.tsx';
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
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-label={words.changeOf(nameOf(item))}
            onClick={() => setChanged(item)}
          >
            {words.change}
          </Button>
          <DeleteButton item={item} name={nameOf(item)} />
        </Group>
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

function DeleteButton({ item, name }: { item: Announcement; name: string }) {
  const words = usePageWords(announcementsWords);
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteAnnouncement(item.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY }),
  });
  return (
    <>
      <Button variant="default" size="xs" aria-label={words.deleteOf(name)} onClick={() => setIsAsked(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.deleteTitle(name)}
        action={words.delete}
        isPending={remove.isPending}
        failure={<ActionFailure error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.deleteText}</p>
      </ConfirmDialog>
    </>
  );
}
