import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { usePageWords } from '../../../i18n/provider.tsx';
import frame from '../../../ui/page/list-page.module.css';
import { PageHeading, usePageTitle } from '../../../ui/page/page.tsx';
import headStyle from '../../../ui/page/page-head.module.css';
import tabStyle from '../../../ui/tabs.module.css';
import classes from './directory.module.css';
import { OrganisationLookup } from './organisation-lookup.tsx';
import { PeopleLookup } from './people-lookup.tsx';
import { PersonLookup } from './person-lookup.tsx';
import { directoryWords } from './words.ts';

const WAYS = ['person', 'organisation', 'people'] as const;
type Way = (typeof WAYS)[number];

const LOOKUPS = { person: PersonLookup, organisation: OrganisationLookup, people: PeopleLookup };

/** The search text is never in the address: addresses stay in histories and logs. */
export function DirectoryPage() {
  const words = usePageWords(directoryWords);
  const [way, setWay] = useState<Way>('person');
  usePageTitle(words.title);
  return (
    <div className={frame.page}>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <p className={headStyle.denseLead}>{words.lead}</p>
        </div>
      </header>
      <Tabs
        value={way}
        onChange={(value) => setWay((value as Way | null) ?? 'person')}
        classNames={{ tab: tabStyle.tab ?? '' }}
      >
        <Tabs.List aria-label={words.ways}>
          {WAYS.map((each) => (
            <Tabs.Tab key={each} value={each} data-testid={`tab-${each}`}>
              {words[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {WAYS.map((each) => {
          const Lookup = LOOKUPS[each];
          return (
            <Tabs.Panel key={each} value={each} className={classes.panel}>
              <Lookup />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </div>
  );
}
