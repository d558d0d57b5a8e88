import { Suspense } from 'react';
import { Navigate, NavLink, Outlet } from 'react-router';
import { isAdministrator } from '../../api/access.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useAccess } from '../../shell/guarded.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import classes from '../../ui/page/tabs.module.css';
import { Loading } from '../../ui/states/loading.tsx';
import { PLACES, registryWords } from './words.ts';

/** The registry's frame, with its tabs above every page. */
export function Registry() {
  const words = usePageWords(registryWords);
  const session = useSession();
  return (
    <>
      <nav className={`${classes.tabs} ${classes.places}`} aria-label={words.placesLabel}>
        {PLACES.map((place) => (
          <NavLink
            key={place}
            to={place === 'overview' ? '/registry' : `/registry/${place}`}
            end={place === 'overview'}
            data-testid={`registry-${place}`}
          >
            {words.places[place]}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Outlet context={session} />
      </Suspense>
    </>
  );
}

/** An unknown address of the registry redirects to its first page. */
export const RegistryOther = () => <Navigate to="/registry" replace />;

/** True if the person may edit; other people see no edit buttons. */
export function useMayManage(): boolean {
  const access = useAccess();
  return isAdministrator(access) || access.permissions.includes('registry.manage');
}
