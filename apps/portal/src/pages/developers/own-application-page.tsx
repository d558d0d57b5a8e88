import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Application, hasCredentials, ownedApplicationQuery } from '../../api/applications.ts';
import classes from '../../features/oauth-clients/oauth-clients.module.css';
import { ProblemList } from '../../features/oauth-clients/problem-list.tsx';
import { SecretPart } from '../../features/oauth-clients/secret-part.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { OWN_PATH } from './own-applications-page.tsx';
import { UsageTab } from './usage-tab.tsx';
import { ownWords } from './words.ts';

const TABS = ['usage', 'secret', 'problems'] as const;

/** An application for its owner, who needs no right of an administrator. */
export function OwnApplicationPage() {
  const words = usePageWords(ownWords);
  const { id = '' } = useParams();
  const query = useQuery(ownedApplicationQuery(id));
  usePageTitle(query.data?.name ?? words.one);
  return (
    <FoundPage query={query} backTo={OWN_PATH} words={words}>
      {(application) => <Shown application={application} />}
    </FoundPage>
  );
}

function Shown({ application }: { application: Application }) {
  const words = usePageWords(ownWords);
  const client = useQueryClient();
  const filters = useFilters();
  const tab = TABS.find((name) => name === filters.get('tab')) ?? 'usage';
  return (
    <>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{application.name}</PageHeading>
          <div className={classes.titleLine}>
            <span className={badgeStyle.chip} data-tone={application.enabled ? 'good' : 'warn'}>
              {application.enabled ? words.on : words.off}
            </span>
            <span className={textStyle.code}>{application.client_id}</span>
            <CopyButton text={application.client_id} label={words.clientId} />
            <Link to={`${OWN_PATH}/${encodeURIComponent(application.id)}/webhooks`} data-testid="to-webhooks">
              {words.webhooks}
            </Link>
          </div>
        </div>
      </header>
      <Tabs
        className={classes.tabs ?? ''}
        value={tab}
        keepMounted={false}
        onChange={(name) => filters.set({ tab: name })}
      >
        <Tabs.List aria-label={application.name}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name} data-testid={`tab-${name}`}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="usage" className={classes.panel ?? ''}>
          <UsageTab id={application.id} />
        </Tabs.Panel>
        <Tabs.Panel value="secret" className={classes.panel ?? ''}>
          {hasCredentials(application) ? (
            <SecretPart
              side="owner"
              application={application}
              onChanged={(changed) =>
                client.setQueryData(ownedApplicationQuery(application.id).queryKey, changed)
              }
            />
          ) : (
            <p>{words.noSecret}</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="problems" className={classes.panel ?? ''}>
          <ProblemList side="owner" id={application.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
