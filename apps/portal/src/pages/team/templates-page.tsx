import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskServicesQuery } from '../../api/officer.ts';
import { deleteTemplate, type ReplyTemplate, TEMPLATES_KEY, templatesQuery } from '../../api/team.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { RowActions } from '../../ui/dialogs/row-actions.tsx';
import { ListPage } from '../../ui/page/list-and-detail.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Done, EmptyState, Loaded } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { TeamTabs } from './team-tabs.tsx';
import { TemplateForm } from './template-form.tsx';
import { templateWords } from './template-words.ts';

/** Texts that officers of the leader's authorities send again and again. */
export function TemplatesPage() {
  const { language } = useLanguage();
  const words = usePageWords(templateWords);
  const query = useQuery(templatesQuery);
  const services = useQuery(deskServicesQuery);
  const [changed, setChanged] = useState<ReplyTemplate | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const nameOf = (template: ReplyTemplate) =>
    inLanguage({ mn: template.title, en: template.title_en }, language);
  const serviceOf = ({ service_id }: ReplyTemplate) =>
    service_id === null
      ? words.everyService
      : (services.data?.items.find(({ id }) => id === service_id)?.name ?? '');
  const columns: Column<ReplyTemplate>[] = [
    { key: 'title', title: words.name, text: nameOf },
    { key: 'kind', title: words.kind, room: 'some', text: ({ kind }) => words.kinds[kind] },
    { key: 'service', title: words.service, room: 'some', text: serviceOf },
    { key: 'authority', title: words.authority, room: 'much', text: ({ authority }) => authority },
    momentColumn({ key: 'changed', title: words.changed, room: 'much', at: (item) => item.updated_at }),
    {
      key: 'actions',
      title: words.actions,
      cell: (item) => (
        <RowActions
          words={words}
          name={nameOf(item)}
          listKey={TEMPLATES_KEY}
          onChange={() => setChanged(item)}
          remove={() => deleteTemplate(item.id)}
        />
      ),
    },
  ];
  return (
    <>
      <TeamTabs />
      <ListPage title={words.title} lead={words.lead}>
        <DataTable
          id="reply-templates"
          list={wholeList(query, ({ items }) => items)}
          caption={words.caption}
          columns={columns}
          getId={({ id }) => id}
          empty={<EmptyState title={words.empty} />}
        />
        <Done>{isSaved ? words.saved : null}</Done>
        <Section id="write" title={changed ? words.changeTitle : words.addTitle}>
          <Loaded query={services} lines={4}>
            {({ items }) => (
              <TemplateForm
                key={changed?.id ?? 'new'}
                template={changed}
                services={items}
                onSaved={() => {
                  setChanged(null);
                  setIsSaved(true);
                }}
                onCancel={() => setChanged(null)}
              />
            )}
          </Loaded>
        </Section>
      </ListPage>
    </>
  );
}
