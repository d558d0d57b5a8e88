import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import {
  CASE_STATES,
  CASE_TOPICS,
  type QueuedCase,
  type QueueFilter,
  queueQuery,
} from '../../api/support.ts';
import { CaseBadge } from '../../features/support/case-badge.tsx';
import { caseWords } from '../../features/support/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { useCursorList } from '../../ui/table/lists.ts';
import { useServerSort } from '../../ui/table/server-sort.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import { useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { CaseDetail } from './case-detail.tsx';
import { supportWords } from './words.ts';

const TYPING_MS = 300;
const HOLDERS = ['me', 'nobody'] as const;

const find = <Word extends string>(words: readonly Word[], text: string): Word | undefined =>
  words.find((word) => word === text);

const SORTS = { changed: 'updated_at' } as const;

export function SupportPage() {
  const words = usePageWords(supportWords);
  const { topics, states } = usePageWords(caseWords);
  const filters = useFilters();
  const { openId, open, close } = useOpened('case');
  // The words may be a person's, so the search stays out of the address.
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const filter: QueueFilter = {
    status: find(CASE_STATES, filters.get('state')),
    topic: find(CASE_TOPICS, filters.get('topic')),
    assigned: find(HOLDERS, filters.get('holder')),
    q: q || undefined,
  };
  const sort = useServerSort('support-cases', SORTS);
  const list = useCursorList(queueQuery({ ...filter, sort }), SORTS);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const columns: Column<QueuedCase>[] = [
    { key: 'number', title: words.number, text: ({ number }) => number },
    {
      key: 'beginning',
      title: words.beginning,
      room: 'some',
      text: ({ beginning, topic }) => `${topics[topic]}: ${beginning}`,
      cell: ({ beginning, topic }) => (
        <>
          {beginning}
          <span className={textStyle.under}>{topics[topic]}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      text: ({ status }) => states[status],
      cell: ({ status }) => <CaseBadge state={status} />,
    },
    {
      key: 'sender',
      title: words.sender,
      room: 'much',
      text: ({ sender }) => sender || words.visitor,
    },
    { key: 'holder', title: words.holder, room: 'much', text: ({ assignee }) => assignee || words.nobody },
    momentColumn({ key: 'changed', title: words.changed, room: 'some', at: (item) => item.updated_at }),
  ];
  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      filters={
        <FilterBar
          filters={filters}
          opened="case"
          search={{ label: words.search, hint: words.searchHint, value: search, onChange: setSearch }}
          choices={[
            {
              name: 'state',
              label: words.state,
              options: CASE_STATES.map((value) => ({ value, label: states[value] })),
            },
            {
              name: 'topic',
              label: words.topic,
              options: CASE_TOPICS.map((value) => ({ value, label: topics[value] })),
            },
            {
              name: 'holder',
              label: words.holder,
              options: [
                { value: 'me', label: words.mine },
                { value: 'nobody', label: words.nobody },
              ],
            },
          ]}
        />
      }
      detail={openId ? <CaseDetail key={openId} id={openId} onClose={close} /> : null}
    >
      <DataTable
        id="support-cases"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
        empty={
          isFiltered ? (
            <EmptyState>{words.emptyFilter}</EmptyState>
          ) : (
            <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
          )
        }
      />
    </ListAndDetail>
  );
}
