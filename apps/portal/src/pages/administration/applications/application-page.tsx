import { Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import {
  type Application,
  applicationQuery,
  hasCredentials,
  hasPeople,
  readType,
} from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { SecretPart } from '../../../features/oauth-clients/secret-part.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { CopyButton } from '../../../ui/copy-button.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHeading, usePageTitle } from '../../../ui/page/page.tsx';
import headStyle from '../../../ui/page/page-head.module.css';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { APPLICATIONS_PATH } from './applications-page.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { OwnersTab } from './owners-tab.tsx';
import { ProblemsTab } from './problems-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TryTab } from './try-tab.tsx';

type TabName = 'settings' | 'secret' | 'owners' | 'connect' | 'try' | 'problems';

export function ApplicationPage() {
  const words = usePageWords(applicationsWords);
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(applicationQuery(id));
  usePageTitle(data?.name ?? words.title);
  return (
    <div className={admin.page}>
      <p className={classes.back}>
        <Link to={APPLICATIONS_PATH}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.back}
        </Link>
      </p>
      {data ? (
        <Shown application={data} />
      ) : error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <LoadingRows />
      )}
    </div>
  );
}

function Shown({ application }: { application: Application }) {
  const words = usePageWords(applicationsWords);
  const filters = useFilters();
  const client = useQueryClient();
  const type = readType(application);
  const tabs: TabName[] = [
    'settings',
    ...(hasCredentials(application) ? (['secret'] as const) : []),
    ...(application.origin === 'registered' ? (['owners'] as const) : []),
    'connect',
    ...(hasPeople(type) ? (['try'] as const) : []),
    'problems',
  ];
  const tab = tabs.find((name) => name === filters.get('tab')) ?? 'settings';
  return (
    <>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{application.name}</PageHeading>
          <div className={classes.titleLine}>
            <span className={badgeStyle.chip} data-tone={application.enabled ? 'good' : 'warn'}>
              {application.enabled ? words.on : words.off}
            </span>
            <span>{words.origins[application.origin] ?? words.types[type].title}</span>
            {application.document_url === undefined ? null : (
              <span className={textStyle.code}>{application.document_url}</span>
            )}
            <span className={textStyle.code} data-testid="client-id">
              {application.client_id}
            </span>
            <CopyButton text={application.client_id} label={words.clientId} />
            <Link
              to={`/developers/applications/${encodeURIComponent(application.id)}/webhooks`}
              data-testid="to-webhooks"
            >
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
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} data-testid={`tab-${name}`}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="settings" className={classes.panel ?? ''}>
          <SettingsTab application={application} />
        </Tabs.Panel>
        <Tabs.Panel value="secret" className={classes.panel ?? ''}>
          <SecretPart
            side="manager"
            application={application}
            onChanged={(changed) => client.setQueryData(applicationQuery(application.id).queryKey, changed)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="owners" className={classes.panel ?? ''}>
          <OwnersTab application={application} />
        </Tabs.Panel>
        <Tabs.Panel value="connect" className={classes.panel ?? ''}>
          <ConnectTab application={application} />
        </Tabs.Panel>
        <Tabs.Panel value="try" className={classes.panel ?? ''}>
          <TryTab application={application} />
        </Tabs.Panel>
        <Tabs.Panel value="problems" className={classes.panel ?? ''}>
          <ProblemsTab application={application} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
