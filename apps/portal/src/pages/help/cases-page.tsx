import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ownCasesQuery, type SupportCase } from '../../api/support.ts';
import { CaseBadge } from '../../features/support/case-badge.tsx';
import { caseWords } from '../../features/support/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useCursorList } from '../../ui/table/lists.ts';
import { casesWords } from './contact-words.ts';
import classes from './help.module.css';

export function CasesPage() {
  const words = usePageWords(casesWords);
  const { topics, states } = usePageWords(caseWords);
  const list = useCursorList(ownCasesQuery);
  const columns: Column<SupportCase>[] = [
    { key: 'number', title: words.number, text: ({ number }) => number },
    { key: 'topic', title: words.topic, room: 'some', text: ({ topic }) => topics[topic] },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: ({ status }) => states[status],
      cell: ({ status }) => <CaseBadge state={status} />,
    },
    momentColumn({ key: 'changed', title: words.changed, room: 'some', at: (item) => item.updated_at }),
  ];
  return (
    <div className={pageStyle.page}>
      <PageHead
        title={words.title}
        lead={words.lead}
        action={
          <Button component={Link} to="/help/contact" size="md">
            {words.write}
          </Button>
        }
      />
      <div className={classes.list}>
        <DataTable
          id="my-questions"
          list={list}
          caption={words.caption}
          columns={columns}
          getId={({ id }) => id}
          linkTo={({ id }) => `/help/cases/${id}`}
          empty={
            <EmptyState icon={<IconLifebuoy size={34} stroke={1.4} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
