import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useWords } from '../i18n/provider.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { Loading } from './loading.tsx';

/** Paper is white: what is printed from the dark look would be light letters on nothing. */
function usePaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    const attribute = 'data-mantine-color-scheme';
    let before: string | null = null;
    const toPaper = () => {
      before = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    };
    const toScreen = () => {
      if (before !== null) root.setAttribute(attribute, before);
    };
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, []);
}

export function Layout() {
  const words = useWords();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to scroll, not an input
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0);
  }, [pathname]);

  usePaper();

  return (
    <>
      <a className={classes.skip} href="#content">
        {words.shell.skipToContent}
      </a>
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
