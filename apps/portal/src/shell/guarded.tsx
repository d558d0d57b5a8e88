import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from 'react-router';
import { type Access, accessQuery } from '../api/access.ts';
import { usePageWords } from '../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../ui/page/page.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { LoadFailure } from '../ui/states/states.tsx';
import layout from './layout.module.css';
import { mayOpen } from './may-open.ts';
import { noAccessWords } from './no-access-words.ts';
import { findMenuPlace } from './places.ts';
import { useSession } from './signed-in.tsx';

/** Guards the pages of administrators and staff. It only avoids a page of refusals; the server enforces access. */
export function Administration() {
  const session = useSession();
  const { pathname } = useLocation();
  const { data: access, error, isPending, refetch } = useQuery(accessQuery);
  if (isPending) return <Loading />;
  if (!access) {
    return (
      <div className={layout.message}>
        <LoadFailure error={error} onRetry={refetch} />
      </div>
    );
  }
  const place = findMenuPlace(pathname);
  if (place && !mayOpen(place, access)) return <NoAccess />;
  return <Outlet context={session} />;
}

/** Only for pages below Administration, where the access is loaded. */
export function useAccess(): Access {
  const { data } = useQuery(accessQuery);
  return data ?? { role: '', role_id: 0, permissions: [] };
}

export function NoAccess() {
  const words = usePageWords(noAccessWords);
  usePageTitle(words.title);
  return (
    <div className={layout.message} data-testid="no-access">
      <PageHeading>{words.title}</PageHeading>
      <p>{words.text}</p>
      <Button component={Link} to="/home">
        {words.toHome}
      </Button>
    </div>
  );
}
