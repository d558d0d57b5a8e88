import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { readActingFor } from '../api/acting-for.ts';
import { Loading } from '../ui/states/loading.tsx';
import { Announcements } from './announcements.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Footer } from './footer.tsx';
import { GoAnywhereKey } from './go-anywhere-key.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { lazyPart } from './lazy-part.ts';
import { PageFeedback } from './page-feedback.tsx';
import { SkipLink } from './skip-link.tsx';

/** Loaded separately: most people act for nobody else. */
const ActingBar = lazyPart(() => import('./acting-bar.tsx').then((part) => part.ActingBar));

export function Layout() {
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path triggers the scroll
  useEffect(() => {
    // Braces are needed: newer browsers return a promise, which React would treat as a clean-up function.
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <SkipLink />
      <Header />
      <GoAnywhereKey />
      <Announcements />
      {readActingFor() === null ? null : (
        <Suspense>
          <ActingBar />
        </Suspense>
      )}
      {/* The footer waits for the page; otherwise it would visibly jump. */}
      <Suspense fallback={<Loading />}>
        <main id="content" tabIndex={-1} className={classes.main}>
          {/* A page that crashes leaves the header usable. */}
          <CrashBoundary place={pathname}>
            <Outlet />
          </CrashBoundary>
        </main>
        <PageFeedback />
        <Footer />
      </Suspense>
    </>
  );
}
