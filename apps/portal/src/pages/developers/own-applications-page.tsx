import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type OwnedApplication, ownedQuery } from '../../api/applications.ts';
import { StageChip } from '../../features/oauth-clients/stage-chip.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { ReceivedOffers } from './received-offers.tsx';
import { RegisterOwn } from './register-own.tsx';
import { ownWords } from './words.ts';

export const OWN_PATH = '/developers/applications';

export function OwnApplicationsPage() {
  const words = usePageWords(ownWords);
  const query = useQuery(ownedQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const filters = useFilters();
  const mayRegister = query.data !== undefined && query.data.self_service !== 'never';
  const isNew = mayRegister && filters.get('new') === '1';
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
      cell: ({ enabled, stage }) => (
        <>
          <span className={badgeStyle.chip} data-tone={enabled ? 'good' : 'warn'}>
            {enabled ? words.on : words.off}
          </span>
          <StageChip application={{ stage }} />
        </>
      ),
    },
    momentColumn({ key: 'created', title: words.created, room: 'some', at: ({ created_at: at }) => at }),
  ];
  const pathOf = (id: string) => `${OWN_PATH}/${encodeURIComponent(id)}`;
  return (
    <ListAndDetail
      isDense={false}
      title={words.title}
      lead={words.lead}
      openId={isNew ? 'new' : null}
      action={
        mayRegister ? (
          <Button data-testid="add-application" onClick={() => filters.set({ new: '1' })}>
            {words.add}
          </Button>
        ) : null
      }
      detail={
        isNew ? (
          <RegisterOwn
            onClose={() => filters.set({ new: null })}
            onRegistered={(made) => {
              void client.invalidateQueries({ queryKey: ownedQuery.queryKey });
              void navigate(`${pathOf(made.id)}?tab=connect`);
            }}
          />
        ) : null
      }
    >
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
        linkTo={({ id }) => pathOf(id)}
      />
    </ListAndDetail>
  );
}
