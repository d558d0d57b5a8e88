import { useQuery } from '@tanstack/react-query';
import { type ListedOperator, operatorsQuery } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useConsoleSession } from '../../../shell/console/console-shell.tsx';
import { consoleWords } from '../../../shell/console/words.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import parts from '../../../ui/detail.module.css';
import { Detail, Facts, ListAndDetail, showCode } from '../../../ui/list-and-detail.tsx';
import classes from '../../../ui/list-page.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
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
      sortBy: (operator) => operator.name || operator.email,
      cell: (operator) => (
        <>
          {operator.name || operator.email}
          {operator.id === me.id ? ` (${words.you})` : ''}
          <span className={`${classes.under} ${classes.underSmall}`}>{roles[operator.role]}</span>
        </>
      ),
    },
    {
      key: 'role',
      title: words.role,
      room: 'some',
      sortBy: (operator) => roles[operator.role],
      cell: (operator) => roles[operator.role],
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      cell: (operator) => <State operator={operator} />,
    },
    { key: 'email', title: words.email, room: 'much', cell: (operator) => operator.email },
    {
      key: 'last',
      title: words.lastSignIn,
      room: 'much',
      sortBy: (operator) => operator.last_sign_in_at ?? '',
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
      <Loaded query={query}>
        {(rows) => (
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={rows}
            empty={<EmptyState>{words.emptyText}</EmptyState>}
            getId={(operator) => operator.id}
            openId={openId}
            onOpen={(id) => filters.set({ operator: id })}
          />
        )}
      </Loaded>
    </ListAndDetail>
  );
}

function State({ operator }: { operator: ListedOperator }) {
  const words = usePageWords(operatorsWords);
  const state = !operator.active ? 'disabled' : operator.locked ? 'locked' : 'active';
  const tone = { disabled: undefined, locked: 'warn', active: 'good' }[state];
  return (
    <span className={classes.chip} data-tone={tone}>
      {words[state]}
    </span>
  );
}

function LastSignIn({ operator }: { operator: ListedOperator }) {
  const words = usePageWords(operatorsWords);
  if (!operator.last_sign_in_at) return <span className={parts.quiet}>{words.never}</span>;
  return <Moment at={operator.last_sign_in_at} />;
}
