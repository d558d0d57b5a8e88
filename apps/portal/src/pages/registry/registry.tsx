import { NavLink, Outlet } from 'react-router';
import { isAdministrator } from '../../api/access.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useAccess } from '../../shell/guarded.tsx';
import classes from './registry.module.css';
import { PLACES, registryWords } from './words.ts';

/** The frame of the registry: its places stand above whatever is open. */
export function Registry() {
  const words = usePageWords(registryWords);
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
      <Outlet />
    </>
  );
}

/** Whoever may only look is shown no way to change. */
export function useMayManage(): boolean {
  const access = useAccess();
  return isAdministrator(access) || access.permissions.includes('registry.manage');
}
