import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { forgetOthers } from '../api/kept-documents.ts';
import { buildLoginPath } from '../api/safe-next.ts';
import { type Session, sessionQuery } from '../api/session.ts';
import { useLanguage, useWords } from '../i18n/provider.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { useReloadWhenRestored } from '../ui/use-reload-when-restored.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import classes from './layout.module.css';
import frame from './navigation.module.css';
import { Navigation } from './navigation.tsx';
import { SessionWatch } from './session-watch.tsx';

/** The current person's session; only for pages below SignedIn. */
export function useSession(): Session {
  return useOutletContext<Session>();
}

/** The server translates the texts of public services, so they are fetched again after a language change. */
function useServerWords(): void {
  const { language } = useLanguage();
  const client = useQueryClient();
  const asked = useRef(language);
  useEffect(() => {
    if (asked.current === language) return;
    asked.current = language;
    client.invalidateQueries({ queryKey: ['gov'] });
    client.invalidateQueries({ queryKey: ['officer'] });
  }, [client, language]);
}

/** Documents that somebody else kept in this browser leave it when the next person signs in. */
function useOwnDocumentsOnly({ user }: Session): void {
  useEffect(() => {
    void forgetOthers(user.id).catch(() => undefined);
  }, [user.id]);
}

/** A page with the menu beside it. */
export function Framed({ session }: { session: Session }) {
  useServerWords();
  useOwnDocumentsOnly(session);
  const { pathname } = useLocation();
  return (
    <>
      <div className={frame.frame}>
        <Navigation />
        <div className={frame.body} id="page" tabIndex={-1}>
          {/* Inside the frame, so that the navigation stays while a page loads and after it crashes. */}
          <CrashBoundary place={pathname}>
            <Suspense fallback={<Loading />}>
              <Outlet context={session} />
            </Suspense>
          </CrashBoundary>
        </div>
      </div>
      <SessionWatch endsAtMs={session.endsAtMs} />
    </>
  );
}

/** Guards every page that requires a session: a visitor goes to sign-in and returns here afterwards. */
export function SignedIn() {
  const { errors } = useWords();
  const location = useLocation();
  const { data: session, error, isFetching, refetch } = useQuery(sessionQuery);
  const wasSignedIn = useRef(false);
  if (session) wasSignedIn.current = true;

  // A person may have signed out since.
  useReloadWhenRestored();

  if (session) return <Framed session={session} />;
  if (isFetching) return <Loading />;
  if (error) {
    const requestId = error instanceof ApiError ? error.requestId : null;
    return (
      <div className={classes.message} role="alert">
        <h1>{errors.unavailableTitle}</h1>
        <p>{errors.unavailableText}</p>
        {requestId ? (
          <p>
            {errors.reference}: <code>{requestId}</code>
          </p>
        ) : null}
        <Button onClick={() => refetch()}>{errors.retry}</Button>
      </div>
    );
  }
  const here = location.pathname + location.search + location.hash;
  return <Navigate to={buildLoginPath(here, wasSignedIn.current ? 'ended' : 'expired')} replace />;
}
