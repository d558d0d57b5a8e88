import { useQuery } from '@tanstack/react-query';
import { documentedServicesQuery, type ServiceFacts } from '../../api/service-docs.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import textStyle from '../../ui/text.module.css';
import { serviceWords } from './service-words.ts';

export const SERVICES_PATH = '/developers/services';

export function ServicesPage() {
  const words = usePageWords(serviceWords);
  const query = useQuery(documentedServicesQuery);
  const columns: Column<ServiceFacts>[] = [
    {
      key: 'name',
      title: words.name,
      text: ({ title }) => title,
      cell: ({ title, name }) => (
        <>
          {title}
          <span className={`${textStyle.under} ${textStyle.code}`}>/gw/{name}/</span>
        </>
      ),
    },
    {
      key: 'about',
      title: words.about,
      room: 'some',
      text: ({ description }) => description.slice(0, 160),
    },
    {
      key: 'state',
      title: words.state,
      text: ({ documented }) => (documented ? words.documented : words.undocumented),
      cell: ({ documented }) => (
        <span className={badgeStyle.chip} data-tone={documented ? 'good' : 'warn'}>
          {documented ? words.documented : words.undocumented}
        </span>
      ),
    },
  ];
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <DataTable
          id="documented-services"
          list={wholeList(query, ({ items }) => items)}
          caption={words.caption}
          columns={columns}
          empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
          getId={({ id }) => id}
          linkTo={({ id }) => `${SERVICES_PATH}/${id}`}
        />
      </div>
    </div>
  );
}
