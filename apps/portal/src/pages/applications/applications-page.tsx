import { Button } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { applicationsQuery, draftsQuery } from '../../api/gov.ts';
import { ApplicationCard } from '../../features/applications/application-card.tsx';
import classes from '../../features/applications/applications.module.css';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { CardList } from '../../ui/table/card-list.tsx';
import { draftWords } from './draft-words.ts';
import { DraftsSection } from './drafts-section.tsx';
import { applicationWords } from './words.ts';

export function ApplicationsPage() {
  const words = usePageWords(applicationWords);
  const query = useInfiniteQuery(applicationsQuery);
  const drafts = usePageWords(draftWords);
  const hasDrafts = (useQuery(draftsQuery).data?.total ?? 0) > 0;
  usePageTitle(words.title);
  return (
    <div className={parts.page}>
      <header className={parts.headLine}>
        <div className={parts.head}>
          <PageHeading>{words.title}</PageHeading>
          <p className={parts.intro}>{words.lead}</p>
        </div>
        <Button component={Link} to="/services" data-testid="find-service">
          {words.find}
        </Button>
      </header>
      <div className={classes.body}>
        <DraftsSection />
        {/* Where there is nothing else, the page's own heading says it to the eye. */}
        <h2 className={hasDrafts ? classes.listTitle : parts.waiting}>{drafts.sent}</h2>
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
