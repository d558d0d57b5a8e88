import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { isValidElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { BrowserRouter, matchRoutes, Outlet, type RouteObject, useLocation, useRoutes } from 'react-router';
import { readFailure } from './api/errors.ts';
import { hasSessionCookie } from './api/http.ts';
import { markSessionEnded, optionalSessionQuery } from './api/session.ts';
import { hiddenPagesQuery } from './api/site.ts';
import { AssistantDock } from './features/assistant/dock.tsx';
import { LanguageProvider } from './i18n/provider.tsx';
import { placePages } from './place-pages.ts';
import { CrashBoundary } from './shell/crash-boundary.tsx';
import { loadTools } from './shell/header.tsx';
import { Layout } from './shell/layout.tsx';
import { isLazyPart, lazyPart } from './shell/lazy-part.ts';
import { type Frame, isHidden, pathsIn } from './shell/places.ts';
import { resolveCssVariables, schemeStorage, theme } from './theme/theme.ts';
import { Loading } from './ui/states/loading.tsx';

const SignedIn = lazyPart(() =>
  import('./shell/signed-in.tsx').then(({ SignedIn: Part }) => () => <Part again={SignInAgain} />),
);
/** Loaded on demand: most sessions end while nothing is typed. */
const SignInAgain = lazy(() =>
  import('./features/eid-sign-in/sign-in-again.tsx').then((part) => ({ default: part.SignInAgain })),
);
const OpenToAll = lazyPart(async () => {
  const part = await import('./shell/open-to-all.tsx');
  await part.loadFrame();
  return part.OpenToAll;
});
const Administration = lazyPart(() => import('./shell/guarded.tsx').then((page) => page.Administration));
const Registry = lazyPart(() => import('./pages/registry/registry.tsx').then((page) => page.Registry));
const Relay = lazyPart(() => import('./pages/relay/relay.tsx').then((page) => page.Relay));
const NotFoundPage = lazyPart(() => import('./shell/not-found-page.tsx').then((page) => page.NotFoundPage));

function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (readFailure(error).kind === 'unauthorized') markSessionEnded(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a change fails at once and shows an error, instead of waiting silently.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        // Only an outage is retried; a refusal is final.
        retry: (count, error) => {
          const { kind } = readFailure(error);
          return count < 2 && (kind === 'network' || kind === 'timeout' || kind === 'unavailable');
        },
      },
    },
  });
  return client;
}

const queryClient = createQueryClient();

const pagesIn = (frame: Frame): RouteObject[] =>
  pathsIn(frame).map(({ key, path }) => {
    const Page = placePages[key];
    return { path, element: <Page /> };
  });

const routes: RouteObject[] = [
  {
    element: (
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    ),
    children: pagesIn('console'),
  },
  {
    element: (
      <>
        <Layout />
        <AssistantDock />
      </>
    ),
    children: [
      ...pagesIn('bare'),
      { element: <OpenToAll />, children: pagesIn('open') },
      {
        element: <SignedIn />,
        children: [
          ...pagesIn('own'),
          {
            element: <Administration />,
            children: [
              ...pagesIn('guarded'),
              { element: <Registry />, children: pagesIn('registry') },
              { element: <Relay />, children: pagesIn('relay') },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

/** A page of a switched-off module shows "not found", even from a bookmark. */
function Pages() {
  const { pathname } = useLocation();
  // The console's host answers no call of the citizens' site.
  const isConsole = /^\/console(?:\/|$)/.test(pathname);
  const { data: hidden = [] } = useQuery({ ...hiddenPagesQuery, enabled: !isConsole });
  return useRoutes(routes, isHidden(pathname, hidden) ? '/not-here' : undefined);
}

/** Loads all parts of the current address in parallel before the first render. */
export async function loadFirstPage(): Promise<void> {
  if (hasSessionCookie()) void queryClient.prefetchQuery(optionalSessionQuery);
  const parts = (matchRoutes(routes, window.location) ?? []).map(({ route }) => loadPart(route.element));
  await Promise.all([...parts, loadTools()]);
}

async function loadPart(element: ReactNode): Promise<void> {
  if (isValidElement(element) && isLazyPart(element.type)) await element.type.load();
}

/** Runs after the first paint: the stored look is already visible, and a slow answer delays nothing. */
function useSiteLook(): void {
  useEffect(() => {
    // The operator console has a separate look, and its host answers no call of the citizens' site.
    if (/^\/console(?:\/|$)/.test(window.location.pathname)) return;
    import('./theme/site-look.ts').then(
      (part) => part.loadSiteLook(),
      () => undefined,
    );
  }, []);
}

/** Paper is white, so the dark scheme would print light letters on it. */
function useIsOnPaper(): boolean {
  const [isOnPaper, setIsOnPaper] = useState(false);
  useEffect(() => {
    // Synchronous, because the browser prints the page as soon as this returns.
    const toPaper = () => flushSync(() => setIsOnPaper(true));
    const toScreen = () => setIsOnPaper(false);
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, []);
  return isOnPaper;
}

export function App() {
  useSiteLook();
  const isOnPaper = useIsOnPaper();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={schemeStorage}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      {...(isOnPaper ? { forceColorScheme: 'light' } : {})}
    >
      <LanguageProvider>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </QueryClientProvider>
        </CrashBoundary>
      </LanguageProvider>
    </MantineProvider>
  );
}
