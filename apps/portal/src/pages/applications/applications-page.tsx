import { Button } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readActingFor } from '../../api/acting-for.ts';
import { applicationsQuery, draftsQuery } from '../../api/gov.ts';
import { ApplicationCard } from '../../features/applications/application-card.tsx';
import classes from '../../features/applications/applications.module.css';
import { applicationStateWords } from '../../features/applications/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { CardList } from '../../ui/table/card-list.tsx';
import { momentColumn } from '../../ui/table/columns.tsx';
import { SaveRows } from '../../ui/table/save-rows.tsx';
import textStyle from '../../ui/text.module.css';
import { draftWords } from './draft-words.ts';
import { DraftsSection } from './drafts-section.tsx';
import { applicationWords } from './words.ts';

export function ApplicationsPage() {
  const own = usePageWords(applicationWords);
  const acting = readActingFor();
  const words = acting === null ? own : { ...own, ...(acting.isAuthorised ? own.authorised : own.acting) };
  const query = useInfiniteQuery(applicationsQuery);
  const { statuses } = usePageWords(applicationStateWords);
  const drafts = usePageWords(draftWords);
  const hasDrafts = (useQuery(draftsQuery).data?.total ?? 0) > 0;
  return (
    <div className={pageStyle.page}>
      <PageHead
        title={words.title}
        lead={words.lead}
        action={
          <Button component={Link} to="/services" data-testid="find-service">
            {words.find}
          </Button>
        }
      />
      <div className={classes.body}>
        <DraftsSection />
        {/* Without drafts the page heading is enough, so this one is for screen readers only. */}
        <h2 className={hasDrafts ? classes.listTitle : textStyle.hidden}>{drafts.sent}</h2>
        <SaveRows
          id="applications"
          query={applicationsQuery}
          columns={[
            { key: 'number', title: words.file.number, text: ({ reference_no }) => reference_no },
            { key: 'service', title: words.file.service, text: ({ service_name }) => service_name },
            { key: 'state', title: words.file.state, text: ({ status }) => statuses[status] },
            momentColumn({ key: 'sent', title: words.file.sent, at: ({ submitted_at }) => submitted_at }),
          ]}
        />
        <CardList
          query={query}
          icon={<IconFileDescription size={30} stroke={1.5} />}
          words={words}
          className={classes.cards}
        >
          {(application) => <ApplicationCard key={application.id} application={application} />}
        </CardList>
      </div>
    </div>
  );
}
