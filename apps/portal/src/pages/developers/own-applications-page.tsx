import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type OwnedApplication, ownedQuery } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import textStyle from '../../ui/text.module.css';
import { ReceivedOffers } from './received-offers.tsx';
import { ownWords } from './words.ts';

export const OWN_PATH = '/developers/applications';

export function OwnApplicationsPage() {
  const words = usePageWords(ownWords);
  const query = useQuery(ownedQuery);
  const columns: Column<OwnedApplication>[] = [
    {
      key: 'name',
      title: words.name,
      text: ({ name }) => name,
      cell: ({ name, id }) => (
        <>
          {name}
          <span className={`${textStyle.under} ${textStyle.code}`}>{id}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      text: ({ enabled }) => (enabled ? words.on : words.off),
      cell: ({ enabled }) => (
        <span className={badgeStyle.chip} data-tone={enabled ? 'good' : 'warn'}>
          {enabled ? words.on : words.off}
        </span>
      ),
    },
    momentColumn({ key: 'created', title: words.created, room: 'some', at: ({ created_at: at }) => at }),
  ];
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <p>
          <Link to="/developers/services">{words.toServices}</Link>
        </p>
        <ReceivedOffers />
        <DataTable
          id="own-applications"
          list={wholeList(query, ({ items }) => items)}
          caption={words.caption}
          columns={columns}
          empty={
            <EmptyState title={words.empty}>
              {words.emptyText} <Link to="/developers">{words.toGuide}</Link>
            </EmptyState>
          }
          getId={({ id }) => id}
          linkTo={({ id }) => `${OWN_PATH}/${encodeURIComponent(id)}`}
        />
      </div>
    </div>
  );
}
