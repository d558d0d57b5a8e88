import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Loading } from '../ui/states/loading.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { SkipLink } from './skip-link.tsx';

export function Layout() {
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to scroll, not an input
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <SkipLink />
      <Header />
      {/* The footer waits with the page: drawn before it, it would be seen to jump. */}
      <Suspense fallback={<Loading />}>
        <main id="content" tabIndex={-1} className={classes.main}>
          {/* A page that breaks leaves the header usable. */}
          <CrashBoundary place={pathname}>
            <Outlet />
          </CrashBoundary>
        </main>
        <Footer />
      </Suspense>
    </>
  );
}
