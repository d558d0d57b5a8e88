import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, createContext, Suspense, use, useEffect, useRef } from 'react';
import { Navigate, NavLink, Route, Routes, useLocation } from 'react-router';
import { type ConsoleSession, closeConsoleSession, consoleSessionQuery } from '../../api/console.ts';
import { readFailure } from '../../api/errors.ts';
import { useLanguage, usePageWords, useWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { LoadFailure } from '../../ui/states/states.tsx';
import { CrashBoundary } from '../crash-boundary.tsx';
import { LanguageSwitch } from '../language-switch.tsx';
import layout from '../layout.module.css';
import { leaveTo } from '../leave.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { SchemeSwitch } from '../scheme-switch.tsx';
import { SkipLink } from '../skip-link.tsx';
import classes from './console.module.css';
import { CONSOLE_PLACES, type ConsolePlace, mayOpen } from './places.ts';
import { SessionClock } from './session-clock.tsx';
import { StepUpProvider } from './step-up.tsx';
import { consoleWords } from './words.ts';

/** The app passes the pages in, so the shell does not import them. */
interface ConsoleShellProps {
  pages: Record<ConsolePlace['key'], ComponentType>;
  SignIn: ComponentType<{ hasEnded: boolean }>;
}

const SessionContext = createContext<ConsoleSession | null>(null);

/** The operator's session; only for pages inside the shell. */
export function useConsoleSession(): ConsoleSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useConsoleSession needs a ConsoleShell above it');
  return session;
}

export function ConsoleShell({ pages, SignIn }: ConsoleShellProps) {
  const { pathname } = useLocation();
  const { data: session, error, refetch } = useQuery(consoleSessionQuery);
  const hadSession = useRef(false);
  if (session) hadSession.current = true;

  const failure = error && session === undefined ? readFailure(error) : null;
  // On another host or outside the allowed networks the backend answers 404, and not even the console's name is
  // shown.
  if (failure?.kind === 'refused' && failure.status === 404) return <NotFoundPage />;
  if (session === undefined && !failure) return <Loading />;
  return (
    <>
      <SkipLink />
      <Bar session={session ?? null} />
      <main id="content" tabIndex={-1} className={layout.main}>
        <CrashBoundary place={pathname}>
          <Suspense fallback={<Loading />}>
            {session ? (
              <SessionContext value={session}>
                <StepUpProvider>
                  <Pages session={session} pages={pages} />
                </StepUpProvider>
              </SessionContext>
            ) : failure ? (
              <div className={layout.message}>
                <LoadFailure error={error} onRetry={refetch} />
              </div>
            ) : (
              <SignIn hasEnded={hadSession.current} />
            )}
          </Suspense>
        </CrashBoundary>
      </main>
    </>
  );
}

function Bar({ session }: { session: ConsoleSession | null }) {
  const words = usePageWords(consoleWords);
  const leave = useMutation({ mutationFn: closeConsoleSession, onSuccess: () => leaveTo('/console') });
  return (
    <header className={classes.bar} data-testid="console-bar">
      <div className={classes.barInner}>
        <p className={classes.name}>{words.title}</p>
        <div className={classes.tools}>
          {session ? (
            <>
              <p className={classes.operator} data-testid="operator">
                <strong>{session.operator.name}</strong>
                <span>{words.roles[session.operator.role]}</span>
              </p>
              <SessionClock endsAtMs={session.endsAtMs} />
            </>
          ) : null}
          <LanguageSwitch />
          <SchemeSwitch />
          {session ? (
            <Button
              variant="default"
              className={classes.signOut}
              leftSection={<IconLogout size={18} aria-hidden="true" />}
              loading={leave.isPending || leave.isSuccess}
              data-testid="sign-out"
              onClick={() => leave.mutate()}
            >
              {words.signOut}
            </Button>
          ) : null}
        </div>
      </div>
      {leave.isError ? <SignOutFailed /> : null}
      {session ? <Places capabilities={session.capabilities} /> : null}
    </header>
  );
}

function SignOutFailed() {
  const { shell } = useWords();
  return (
    <p className={classes.barFailed} role="alert">
      {shell.signOutFailed}
    </p>
  );
}

function Places({ capabilities }: { capabilities: readonly string[] }) {
  const { language } = useLanguage();
  const words = usePageWords(consoleWords);
  return (
    <nav className={classes.places} aria-label={words.pages} data-testid="console-places">
      <ul>
        {CONSOLE_PLACES.filter((place) => mayOpen(place, capabilities)).map(
          ({ key, path, words: labels }) => (
            <li key={key}>
              <NavLink to={path} className={classes.place ?? ''} data-testid={`place-${key}`}>
                {labels[language]}
              </NavLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

function Pages({ session, pages }: { session: ConsoleSession } & Pick<ConsoleShellProps, 'pages'>) {
  const open = CONSOLE_PLACES.filter((place) => mayOpen(place, session.capabilities));
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path triggers the scroll
  useEffect(() => {
    // Braces are needed: newer browsers return a promise, which React would treat as a clean-up function.
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <div className={classes.body}>
      <Routes>
        {open.map(({ key }) => {
          const Page = pages[key];
          return <Route key={key} path={key} element={<Page />} />;
        })}
        <Route index element={open[0] ? <Navigate to={open[0].path} replace /> : <NoPlace />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </div>
  );
}

function NoPlace() {
  const words = usePageWords(consoleWords);
  usePageTitle(words.noPlaceTitle);
  return (
    <div className={layout.message}>
      <PageHeading>{words.noPlaceTitle}</PageHeading>
      <p>{words.noPlaceText}</p>
    </div>
  );
}
