import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import {
  type Application,
  hasCredentials,
  hasPeople,
  ownedApplicationQuery,
  readType,
} from '../../api/applications.ts';
import { ApplicationHead } from '../../features/oauth-clients/application-head.tsx';
import { ConnectTab } from '../../features/oauth-clients/connect-tab.tsx';
import classes from '../../features/oauth-clients/oauth-clients.module.css';
import { ProblemList } from '../../features/oauth-clients/problem-list.tsx';
import { SecretPart } from '../../features/oauth-clients/secret-part.tsx';
import { TryTab } from '../../features/oauth-clients/try-tab.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { usePageTitle } from '../../ui/page/page.tsx';
import { OWN_PATH } from './own-applications-page.tsx';
import { OwnSettingsTab } from './own-settings-tab.tsx';
import { UsageTab } from './usage-tab.tsx';
import { ownWords } from './words.ts';

const TABS = ['usage', 'settings', 'connect', 'try', 'secret', 'problems'] as const;

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
  const contents = {
    settings: <OwnSettingsTab application={application} />,
    connect: <ConnectTab application={application} />,
    try: <TryTab application={application} side="owner" />,
    usage: <UsageTab id={application.id} />,
    secret: hasCredentials(application) ? (
      <SecretPart
        side="owner"
        application={application}
        onChanged={(changed) => client.setQueryData(ownedApplicationQuery(application.id).queryKey, changed)}
      />
    ) : (
      <p>{words.noSecret}</p>
    ),
    problems: <ProblemList side="owner" id={application.id} />,
  };
  return (
    <>
      <ApplicationHead application={application} />
      <AddressTabs
        label={application.name}
        tabs={TABS.filter((name) => name !== 'try' || hasPeople(readType(application))).map((name) => ({
          name,
          label: words.tabs[name],
          content: contents[name],
        }))}
        panelClass={classes.panel}
      />
    </>
  );
}
