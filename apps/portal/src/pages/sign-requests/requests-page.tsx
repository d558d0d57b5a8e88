import { Button } from '@mantine/core';
import { IconSend, IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  BOXES,
  type Box,
  REQUEST_STATES,
  type SignRequestItem,
  signRequestsQuery,
} from '../../api/sign-requests.ts';
import { SignNav } from '../../features/signing/sign-nav.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { places } from '../../shell/places.ts';
import noteStyle from '../../ui/note.module.css';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { useCursorList } from '../../ui/table/lists.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import classes from './sign-requests.module.css';
import { StateBadge } from './state-badge.tsx';
import { requestsWords } from './words.ts';

export function RequestsPage() {
  const words = usePageWords(requestsWords);
  return (
    <div className={pageStyle.page}>
      <SignNav />
      <PageHead
        title={words.title}
        lead={words.lead}
        action={
          <Button
            component={Link}
            to={places['sign-request-new'].path}
            size="md"
            leftSection={<IconSend size={18} aria-hidden="true" />}
            data-testid="send-document"
          >
            {words.send}
          </Button>
        }
      />
      <div className={classes.tabs}>
        <AddressTabs
          by="box"
          label={words.boxes.label}
          tabs={BOXES.map((box) => ({ name: box, label: words.boxes[box], content: <BoxList box={box} /> }))}
          clear={['state']}
          panelClass={classes.panel}
        />
      </div>
    </div>
  );
}

function BoxList({ box }: { box: Box }) {
  const words = usePageWords(requestsWords);
  const filters = useFilters();
  const state = REQUEST_STATES.find((known) => known === filters.get('state'));
  const query = signRequestsQuery({ box, ...(state === undefined ? {} : { state }) });
  const list = useCursorList(query);
  const { data } = useInfiniteQuery(query);
  const columns = useColumns(box);
  return (
    <>
      <FilterBar
        filters={filters}
        choices={[
          {
            name: 'state',
            label: words.state,
            any: words.anyState,
            options: REQUEST_STATES.map((value) => ({ value, label: words.states[value] })),
          },
        ]}
      />
      {data?.pages[0]?.organisations_unavailable ? (
        <p role="status" className={noteStyle.note} data-tone="warn" data-testid="organisations-unavailable">
          {words.unavailable}
        </p>
      ) : null}
      <DataTable
        id={`sign-requests-${box}`}
        testId="sign-requests"
        list={list}
        caption={words.caption[box]}
        columns={columns}
        getId={({ id }) => id}
        linkTo={({ id }) => `${places['sign-requests'].path}/${id}`}
        empty={
          <EmptyState icon={<IconUsersGroup size={34} stroke={1.4} />} title={words.empty[box]}>
            {words.emptyText[box]}
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(box: Box): Column<SignRequestItem>[] {
  const { language } = useLanguage();
  const words = usePageWords(requestsWords);
  const format = useNumber();
  return [
    { key: 'title', title: words.name, text: ({ title }) => title },
    ...(box === 'received'
      ? [
          {
            key: 'from',
            title: words.from,
            room: 'some' as const,
            text: (row: SignRequestItem) => row.sender_name,
          },
        ]
      : []),
    {
      key: 'progress',
      title: words.progress,
      room: 'some',
      text: ({ signed, parties_total }) => words.count(format(signed), format(parties_total)),
    },
    {
      key: 'deadline',
      title: words.deadline,
      room: 'some',
      text: ({ deadline }) => formatDateTime(deadline, language),
      cell: ({ deadline }) => <time dateTime={deadline}>{formatDateTime(deadline, language)}</time>,
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: ({ state, my_turn }) => (my_turn ? words.myTurn : words.states[state]),
      cell: ({ state, my_turn }) => <StateBadge state={state} isMyTurn={my_turn} />,
    },
  ];
}
