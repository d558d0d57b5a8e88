import { type ActionFilter, actionsQuery, type OperatorAction } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail, Raw, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterForm } from '../../../ui/table/filter-form.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
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
  const list = useCursorList(actionsQuery(filter));
  const shown = list.rows?.find((entry) => String(entry.id) === openId);

  const columns: Column<OperatorAction>[] = [
    {
      key: 'action',
      title: words.action,
      text: (entry) => words.actions[entry.action] ?? entry.action,
    },
    {
      key: 'operator',
      title: words.operator,
      room: 'some',
      text: (entry) => entry.operator_name || entry.operator_email || words.nobody,
      cell: (entry) => <Who entry={entry} />,
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (entry) => entry.created_at }),
    { key: 'reason', title: words.reason, room: 'much', text: (entry) => entry.reason ?? '' },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      filters={
        <FilterForm
          fields={[
            { name: 'action', label: words.action, placeholder: words.actionHint, maxLength: 80 },
            {
              name: 'operator',
              label: words.operatorId,
              maxLength: 36,
              check: (value) => (UUID.test(value) ? null : words.operatorIdFault),
            },
            { name: 'target', label: words.target, maxLength: 80 },
          ]}
          filters={filters}
          opened="entry"
          submit={words.apply}
        />
      }
      detail={shown ? <ActionDetail entry={shown} onClose={() => filters.set({ entry: null })} /> : null}
    >
      <DataTable
        id="operator-actions"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(entry) => String(entry.id)}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        openId={openId}
        onOpen={(entry) => filters.set({ entry })}
        isSelectable
      />
    </ListAndDetail>
  );
}

function Who({ entry }: { entry: OperatorAction }) {
  const words = usePageWords(actionsWords);
  const name = entry.operator_name || entry.operator_email;
  return name ? name : <span className={textStyle.quiet}>{words.nobody}</span>;
}

function ActionDetail({ entry, onClose }: { entry: OperatorAction; onClose(): void }) {
  const words = usePageWords(actionsWords);
  return (
    <Detail title={words.actions[entry.action] ?? entry.action} subject={String(entry.id)} onClose={onClose}>
      <Facts
        items={[
          [words.action, showCode(entry.action)],
          [words.time, <Moment key="time" at={entry.created_at} />],
          [words.operator, <Who key="who" entry={entry} />],
          [words.operatorId, showCode(entry.operator_id)],
          [words.target, showCode(entry.target_id)],
          [words.reason, entry.reason],
          [words.number, entry.id],
          [words.requestId, showCode(entry.request_id)],
        ]}
      />
      <Raw title={words.metadata} data={entry.metadata ?? {}} />
    </Detail>
  );
}
