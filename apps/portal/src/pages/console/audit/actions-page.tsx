import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ActionFilter, fetchActions, type OperatorAction } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import classes from '../../administration/administration.module.css';
import { CursorList } from '../../administration/cursor-list.tsx';
import { type Column, DataTable } from '../../administration/data-table.tsx';
import parts from '../../administration/detail.module.css';
import { Detail, Facts, ListAndDetail } from '../../administration/list-and-detail.tsx';
import { Moment } from '../../administration/moment.tsx';
import { type Filters, useFilters } from '../../administration/use-filters.ts';
import { actionsWords } from './words.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FILTERS = ['action', 'operator', 'target'] as const;

function readFilter(get: (name: string) => string): ActionFilter {
  const filter: ActionFilter = {};
  for (const name of FILTERS) if (get(name)) filter[name] = get(name);
  if (filter.operator && !UUID.test(filter.operator)) delete filter.operator;
  return filter;
}

export function ActionsPage() {
  const words = usePageWords(actionsWords);
  const filters = useFilters();
  const filter = readFilter(filters.get);
  const openId = filters.get('entry') || null;
  const query = useInfiniteQuery({
    queryKey: ['console', 'actions', filter],
    queryFn: ({ pageParam, signal }) => fetchActions(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
  const shown = query.data?.pages.flatMap((page) => page.items).find((entry) => String(entry.id) === openId);

  const columns: Column<OperatorAction>[] = [
    {
      key: 'action',
      title: words.action,
      cell: (entry) => (
        <>
          {words.actions[entry.action] ?? entry.action}
          <span className={`${classes.under} ${classes.underSmall}`}>
            <Moment at={entry.created_at} />
          </span>
        </>
      ),
    },
    { key: 'operator', title: words.operator, room: 'some', cell: (entry) => <Who entry={entry} /> },
    { key: 'time', title: words.time, room: 'some', cell: (entry) => <Moment at={entry.created_at} /> },
    { key: 'reason', title: words.reason, room: 'much', cell: (entry) => entry.reason },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      filters={<ActionFilters filters={filters} />}
      detail={shown ? <ActionDetail entry={shown} onClose={() => filters.set({ entry: null })} /> : null}
    >
      <CursorList query={query} empty={words.emptyText}>
        {(items) => (
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={items}
            getId={(entry) => String(entry.id)}
            openId={openId}
            onOpen={(id) => filters.set({ entry: id })}
          />
        )}
      </CursorList>
    </ListAndDetail>
  );
}

function Who({ entry }: { entry: OperatorAction }) {
  const words = usePageWords(actionsWords);
  const name = entry.operator_name || entry.operator_email;
  return name ? name : <span className={parts.quiet}>{words.nobody}</span>;
}

function ActionFilters({ filters }: { filters: Filters }) {
  const words = usePageWords(actionsWords);
  const applied = FILTERS.map((name) => filters.get(name));
  const [draft, setDraft] = useState({ key: applied.join('\n'), values: applied });
  // The back button changes the address under the form.
  const values = draft.key === applied.join('\n') ? draft.values : applied;
  const [fault, setFault] = useState<string | null>(null);
  const labels = { action: words.action, operator: words.operatorId, target: words.target };

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.fromEntries(FILTERS.map((name, index) => [name, (values[index] ?? '').trim()]));
    const isWrong = Boolean(trimmed.operator) && !UUID.test(trimmed.operator ?? '');
    setFault(isWrong ? words.operatorIdFault : null);
    if (!isWrong) filters.set({ ...trimmed, entry: null });
  };

  return (
    <search>
      <form className={classes.filters} onSubmit={apply} aria-label={words.filters} noValidate>
        {FILTERS.map((name, index) => (
          <TextInput
            key={name}
            label={labels[name]}
            placeholder={name === 'action' ? words.actionHint : undefined}
            value={values[index] ?? ''}
            error={name === 'operator' ? fault : null}
            maxLength={name === 'operator' ? 36 : 80}
            autoComplete="off"
            spellCheck={false}
            data-testid={`filter-${name}`}
            onChange={(event) =>
              setDraft({ key: applied.join('\n'), values: values.with(index, event.currentTarget.value) })
            }
          />
        ))}
        <Button type="submit" variant="default" data-testid="apply-filters">
          {words.apply}
        </Button>
        {applied.some(Boolean) ? (
          <Button
            variant="subtle"
            onClick={() => filters.set({ action: null, operator: null, target: null, entry: null })}
          >
            {words.clear}
          </Button>
        ) : null}
      </form>
    </search>
  );
}

function ActionDetail({ entry, onClose }: { entry: OperatorAction; onClose(): void }) {
  const words = usePageWords(actionsWords);
  const code = (text: string | undefined) => (text ? <span className={parts.code}>{text}</span> : '');
  return (
    <Detail title={words.actions[entry.action] ?? entry.action} subject={String(entry.id)} onClose={onClose}>
      <Facts
        items={[
          [words.action, code(entry.action)],
          [words.time, <Moment key="time" at={entry.created_at} />],
          [words.operator, <Who key="who" entry={entry} />],
          [words.operatorId, code(entry.operator_id)],
          [words.target, code(entry.target_id)],
          [words.reason, entry.reason],
          [words.number, entry.id],
          [words.requestId, code(entry.request_id)],
        ]}
      />
      <section className={parts.part} aria-labelledby="entry-metadata">
        <h3 id="entry-metadata">{words.metadata}</h3>
        <pre className={parts.block}>{JSON.stringify(entry.metadata ?? {}, null, 2)}</pre>
      </section>
    </Detail>
  );
}
