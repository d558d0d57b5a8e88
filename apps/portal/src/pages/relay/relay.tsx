import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { isAdministrator } from '../../api/access.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { NoAccess, useAccess } from '../../shell/guarded.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import tabStyle from '../../ui/page/tabs.module.css';
import { Loading } from '../../ui/states/loading.tsx';
import { relayWords, TABS } from './words.ts';

/** Open to everybody who may see the relay; the other tabs need the permission to manage it. */
const VIEWED: readonly string[] = ['overview', 'requests'];

/** The frame of the relay, with its tabs above every page. */
export function Relay() {
  const words = usePageWords(relayWords);
  const session = useSession();
  const mayManage = useMayManage();
  return (
    <>
      <nav className={`${tabStyle.tabs} ${tabStyle.places}`} aria-label={words.tabsLabel}>
        {TABS.filter((tab) => mayManage || VIEWED.includes(tab)).map((tab) => (
          <NavLink
            key={tab}
            to={tab === 'overview' ? '/relay' : `/relay/${tab}`}
            end={tab === 'overview'}
            data-testid={`relay-${tab}`}
          >
            {words.tabs[tab]}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Outlet context={session} />
      </Suspense>
    </>
  );
}

/** True if the person may act; other people see no buttons. */
export function useMayManage(): boolean {
  const access = useAccess();
  return isAdministrator(access) || access.permissions.includes('relay.manage');
}

/** A page whose every call needs the permission to manage. */
export function managed(Page: () => React.JSX.Element) {
  return function Managed() {
    return useMayManage() ? <Page /> : <NoAccess />;
  };
}
