import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { overviewQuery, type RelayRequest, type RequestFilter, requestsQuery } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { useCursorList } from '../../ui/table/lists.ts';
import { useServerSort } from '../../ui/table/server-sort.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import { NewRequest } from './new-request.tsx';
import { useMayManage } from './relay.tsx';
import { requestWords } from './request-words.ts';
import { RequestBadge } from './state-badges.tsx';
import { usePlatformName } from './use-platform-name.ts';
import { relayWords } from './words.ts';

const TYPING_MS = 300;
const STATES = ['dispatched', 'in_progress', 'overdue', 'fulfilled', 'rejected'] as const;
const DIRECTIONS = ['in', 'out'] as const;
const ANY_PERIOD = 1;
const SORTS = { due: 'due_at', received: 'received_at' } as const;

export function RelayRequestsPage() {
  const words = usePageWords(requestWords);
  const shared = usePageWords(relayWords);
  const mayManage = useMayManage();
  const namePlatform = usePlatformName();
  const navigate = useNavigate();
  const filters = useFilters();
  const { openId, open, close } = useOpened('request');
  // A title may name a person, so the search stays out of the address.
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const filter: RequestFilter = {
    status: STATES.find((state) => state === filters.get('status')),
    direction: DIRECTIONS.find((direction) => direction === filters.get('direction')),
    platform_id: filters.get('platform') || undefined,
    overdue: filters.get('late') ? 'true' : undefined,
    q: q || undefined,
  };
  const sort = useServerSort('relay-requests', SORTS);
  const list = useCursorList(requestsQuery({ ...filter, sort }), SORTS);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  // People who may not see the platforms themselves find their names in the overview.
  const { data: overview } = useQuery(overviewQuery(ANY_PERIOD));

  const columns: Column<RelayRequest>[] = [
    {
      key: 'name',
      title: words.name,
      text: (request) => request.title || shared.untitled,
    },
    {
      key: 'state',
      title: words.state,
      text: (request) => shared.states[request.status],
      cell: (request) => <RequestBadge status={request.status} />,
    },
    {
      key: 'from',
      title: words.from,
      room: 'some',
      text: (request) => namePlatform(request.source_platform) || shared.here,
    },
    {
      key: 'service',
      title: words.service,
      room: 'some',
      text: (request) => request.service_code,
    },
    momentColumn({ key: 'due', title: words.due, room: 'some', at: (request) => request.due_at }),
    momentColumn({
      key: 'received',
      title: words.received,
      room: 'much',
      at: (request) => request.received_at,
    }),
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        mayManage ? (
          <Button data-testid="add-request" onClick={() => open(NEW)}>
            {words.add}
          </Button>
        ) : null
      }
      filters={
        <FilterBar
          filters={filters}
          opened="request"
          search={{ label: words.search, hint: words.searchHint, value: search, onChange: setSearch }}
          choices={[
            {
              name: 'status',
              label: words.state,
              options: STATES.map((value) => ({ value, label: shared.states[value] })),
            },
            {
              name: 'platform',
              label: words.platform,
              options: (overview?.platforms ?? []).map(({ platform_id, platform_name }) => ({
                value: platform_id,
                label: platform_name,
              })),
            },
            {
              name: 'direction',
              label: words.direction,
              options: DIRECTIONS.map((value) => ({ value, label: words.directions[value] })),
            },
            { name: 'late', label: words.late, options: [{ value: 'true', label: words.lateOnly }] },
          ]}
        />
      }
      detail={
        openId === NEW && mayManage ? (
          <NewRequest onClose={close} onSent={({ id }) => navigate(`/relay/requests/${id}`)} />
        ) : null
      }
    >
      <DataTable
        id="relay-requests"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(request) => request.id}
        linkTo={(request) => `/relay/requests/${request.id}`}
        empty={
          isFiltered ? (
            <EmptyState>{words.emptyFilter}</EmptyState>
          ) : (
            <EmptyState title={words.empty}>{mayManage ? words.emptyText : words.emptyViewer}</EmptyState>
          )
        }
      />
    </ListAndDetail>
  );
}
