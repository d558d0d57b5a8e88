import { useQuery } from '@tanstack/react-query';
import { type ListedOperator, operatorsQuery } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useConsoleSession } from '../../../shell/console/console-shell.tsx';
import { consoleWords } from '../../../shell/console/words.ts';
import badgeStyle from '../../../ui/badge.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { operatorsWords } from './words.ts';

export function OperatorsPage() {
  const words = usePageWords(operatorsWords);
  const { roles } = usePageWords(consoleWords);
  const { operator: me } = useConsoleSession();
  const filters = useFilters();
  const openId = filters.get('operator') || null;
  const query = useQuery(operatorsQuery);
  const shown = query.data?.find((operator) => operator.id === openId);

  const columns: Column<ListedOperator>[] = [
    {
      key: 'name',
      title: words.name,
      text: (operator) => operator.name || operator.email,
      cell: (operator) => (
        <>
          {operator.name || operator.email}
          {operator.id === me.id ? ` (${words.you})` : ''}
        </>
      ),
    },
    { key: 'role', title: words.role, room: 'some', text: (operator) => roles[operator.role] },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: (operator) => words[readState(operator)],
      cell: (operator) => <State operator={operator} />,
    },
    { key: 'email', title: words.email, room: 'much', text: (operator) => operator.email },
    {
      ...momentColumn({
        key: 'last',
        title: words.lastSignIn,
        room: 'much',
        at: (operator: ListedOperator) => operator.last_sign_in_at,
        none: words.never,
      }),
      cell: (operator) => <LastSignIn operator={operator} />,
    },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      detail={
        shown ? (
          <Detail
            title={shown.name || shown.email}
            subject={shown.id}
            onClose={() => filters.set({ operator: null })}
          >
            <Facts
              items={[
                [words.email, shown.email],
                [words.role, roles[shown.role]],
                [words.state, <State key="state" operator={shown} />],
                [words.lastSignIn, <LastSignIn key="last" operator={shown} />],
                [words.added, <Moment key="added" at={shown.created_at} />],
                [words.id, showCode(shown.id)],
              ]}
            />
          </Detail>
        ) : null
      }
    >
      <DataTable
        id="operators"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        getId={(operator) => operator.id}
        openId={openId}
        onOpen={(id) => filters.set({ operator: id })}
      />
    </ListAndDetail>
  );
}

const readState = ({ active, locked }: ListedOperator) =>
  !active ? 'disabled' : locked ? 'locked' : 'active';

function State({ operator }: { operator: ListedOperator }) {
  const words = usePageWords(operatorsWords);
  const state = readState(operator);
  const tone = { disabled: undefined, locked: 'warn', active: 'good' }[state];
  return (
    <span className={badgeStyle.chip} data-tone={tone}>
      {words[state]}
    </span>
  );
}

function LastSignIn({ operator }: { operator: ListedOperator }) {
  const words = usePageWords(operatorsWords);
  if (!operator.last_sign_in_at) return <span className={textStyle.quiet}>{words.never}</span>;
  return <Moment at={operator.last_sign_in_at} />;
}
