import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import {
  type Application,
  applicationQuery,
  hasCredentials,
  hasPeople,
  readType,
} from '../../../api/applications.ts';
import { ApplicationHead } from '../../../features/oauth-clients/application-head.tsx';
import { ConnectTab } from '../../../features/oauth-clients/connect-tab.tsx';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { SecretPart } from '../../../features/oauth-clients/secret-part.tsx';
import { TryTab } from '../../../features/oauth-clients/try-tab.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { AddressTabs } from '../../../ui/page/address-tabs.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { usePageTitle } from '../../../ui/page/page.tsx';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { APPLICATIONS_PATH } from './applications-page.tsx';
import { ApprovalPart } from './approval-part.tsx';
import { OwnersTab } from './owners-tab.tsx';
import { ProblemsTab } from './problems-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

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
  const contents: Record<TabName, ReactNode> = {
    settings: <SettingsTab application={application} />,
    secret: (
      <SecretPart
        side="manager"
        application={application}
        onChanged={(changed) => client.setQueryData(applicationQuery(application.id).queryKey, changed)}
      />
    ),
    owners: <OwnersTab application={application} />,
    connect: <ConnectTab application={application} />,
    try: <TryTab application={application} side="manager" />,
    problems: <ProblemsTab application={application} />,
  };
  return (
    <>
      <ApplicationHead application={application}>
        <span>{words.origins[application.origin] ?? words.types[type].title}</span>
        {application.document_url === undefined ? null : (
          <span className={textStyle.code}>{application.document_url}</span>
        )}
      </ApplicationHead>
      {application.stage === 'trial' ? <ApprovalPart application={application} /> : null}
      <AddressTabs
        label={application.name}
        tabs={tabs.map((name) => ({ name, label: words.tabs[name], content: contents[name] }))}
        panelClass={classes.panel}
      />
    </>
  );
}
