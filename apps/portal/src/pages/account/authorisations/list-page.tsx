import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Authorisation, authorisationsQuery, BOXES, type Box } from '../../../api/authorisations.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { places } from '../../../shell/places.ts';
import { AddressTabs } from '../../../ui/page/address-tabs.tsx';
import pageStyle from '../../../ui/page/page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { AccountTabs } from '../account-tabs.tsx';
import classes from './authorisations.module.css';
import { StateBadge, useStateWords } from './state-badge.tsx';
import { authorisationWords } from './words.ts';

export function AuthorisationsPage() {
  const words = usePageWords(authorisationWords);
  return (
    <div className={pageStyle.page}>
      <PageHead
        title={words.title}
        lead={words.lead}
        action={
          <Button
            component={Link}
            to={places['authorisation-new'].path}
            size="md"
            leftSection={<IconUserCheck size={18} aria-hidden="true" />}
            data-testid="give"
          >
            {words.give}
          </Button>
        }
      />
      <AccountTabs />
      <div className={classes.boxes}>
        <AddressTabs
          by="box"
          label={words.boxes.label}
          tabs={BOXES.map((box) => ({ name: box, label: words.boxes[box], content: <BoxList box={box} /> }))}
        />
      </div>
    </div>
  );
}

function BoxList({ box }: { box: Box }) {
  const { language } = useLanguage();
  const words = usePageWords(authorisationWords);
  const list = useCursorList(authorisationsQuery(box, language));
  const columns = useColumns(box);
  return (
    <DataTable
      id={`authorisations-${box}`}
      testId="authorisations"
      list={list}
      caption={words.caption[box]}
      columns={columns}
      getId={({ id }) => id}
      linkTo={({ id }) => `${places.authorisations.path}/${id}`}
      empty={
        <EmptyState icon={<IconUserCheck size={34} stroke={1.4} />} title={words.empty[box]}>
          {words.emptyText[box]}
        </EmptyState>
      }
    />
  );
}

function useColumns(box: Box): Column<Authorisation>[] {
  const { language } = useLanguage();
  const words = usePageWords(authorisationWords);
  const stateOf = useStateWords();
  const other = ({ direction, grantor, receiver }: Authorisation) =>
    direction === 'given' ? receiver.name : grantor.name;
  return [
    {
      key: 'who',
      title: words.who,
      text: (one) => {
        if (box !== 'ended') return other(one);
        return one.direction === 'given' ? words.to(other(one)) : words.from(other(one));
      },
    },
    {
      key: 'what',
      title: words.what,
      room: 'some',
      text: ({ purposes }) => purposes.map((purpose) => words.purposes[purpose]).join(', '),
    },
    { key: 'until', title: words.until, room: 'some', text: ({ until }) => formatDate(until, language) },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: (one) => stateOf(one).text,
      cell: (one) => <StateBadge one={one} />,
    },
  ];
}
