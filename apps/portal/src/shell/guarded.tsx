import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { type Access, accessQuery } from '../api/access.ts';
import { usePageWords } from '../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../ui/page/page.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { LoadFailure } from '../ui/states/states.tsx';
import layout from './layout.module.css';
import { mayOpen } from './may-open.ts';
import { noAccessWords } from './no-access-words.ts';
import { isAt, menuPlaces } from './places.ts';
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
  const place = menuPlaces.find((known) => isAt(known, pathname));
  if (place && !mayOpen(place, access)) return <NoAccess />;
  return <Outlet context={session} />;
}

/** Opens the first administration place that the person may open. */
export function AdministrationStart() {
  const { data: access } = useQuery(accessQuery);
  const first = menuPlaces.find((place) => place.group === 'administration' && mayOpen(place, access));
  return first ? <Navigate to={first.path} replace /> : <NoAccess />;
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
