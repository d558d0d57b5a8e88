import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import tabStyle from '../ui/page/tabs.module.css';
import { Loading } from '../ui/states/loading.tsx';
import { useSession } from './signed-in.tsx';

interface TabbedFrameProps<Tab extends string> {
  /** The first part of the path. */
  base: string;
  label: string;
  /** The first is at the base itself. */
  tabs: readonly Tab[];
  texts: Readonly<Record<Tab, string>>;
}

/** Several pages with their tabs above each. */
export function TabbedFrame<Tab extends string>({ base, label, tabs, texts }: TabbedFrameProps<Tab>) {
  const session = useSession();
  return (
    <>
      <nav className={`${tabStyle.tabs} ${tabStyle.places}`} aria-label={label}>
        {tabs.map((tab, at) => (
          <NavLink
            key={tab}
            to={at === 0 ? `/${base}` : `/${base}/${tab}`}
            end={at === 0}
            data-testid={`${base}-${tab}`}
          >
            {texts[tab]}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Outlet context={session} />
      </Suspense>
    </>
  );
}
