import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router';
import { FOR } from '../api/acting-for.ts';
import { ApiError } from '../api/errors.ts';
import { forgetOthers } from '../api/kept-documents.ts';
import { buildLoginPath } from '../api/safe-next.ts';
import { markSessionEnded, type Session, sessionQuery } from '../api/session.ts';
import { forgetTextsOfOthers } from '../api/tab-storage.ts';
import { forgetFilesOfOthers } from '../api/unsent-files.ts';
import { useLanguage, useWords } from '../i18n/provider.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { useReloadWhenRestored } from '../ui/use-reload-when-restored.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import classes from './layout.module.css';
import { lazyPart } from './lazy-part.ts';
import { followSignOut, leaveTo } from './leave.ts';
import frame from './navigation.module.css';
import { Navigation } from './navigation.tsx';
import { usePageInput } from './page-input.ts';
import { SessionWatch } from './session-watch.tsx';

/** Loaded separately: most links name nobody. */
const PartyOfLink = lazyPart(() => import('./party-of-link.tsx').then((part) => part.PartyOfLink));

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

/** What somebody else kept in this browser leaves it when the next person signs in. */
function useOwnDocumentsOnly({ user }: Session): void {
  useEffect(() => {
    forgetTextsOfOthers(user.id);
    void Promise.allSettled([forgetOthers(user.id), forgetFilesOfOthers(user.id)]);
  }, [user.id]);
}

interface FramedProps {
  session: Session;
  /** The session has ended: the page waits, unseen, until its person has signed in again. */
  isAway?: boolean;
  /** Called after a sign-out in another tab; true if the page waits for its person. */
  onSignedOut?(): boolean;
}

/** A page with the menu beside it. */
export function Framed({ session, isAway = false, onSignedOut }: FramedProps) {
  useServerWords();
  useOwnDocumentsOnly(session);
  const userId = session.user.id;
  const waits = useRef(onSignedOut);
  waits.current = onSignedOut;
  useEffect(() => followSignOut(userId, () => waits.current?.() ?? false), [userId]);
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search).get(FOR);
  const page = <Outlet context={session} />;
  return (
    <>
      <div className={frame.frame} data-away={isAway || undefined} inert={isAway}>
        <Navigation />
        <div className={frame.body} id="page" tabIndex={-1}>
          {/* Inside the frame, so that the navigation stays while a page loads and after it crashes. */}
          <CrashBoundary place={pathname}>
            <Suspense fallback={<Loading />}>
              {wanted === null ? (
                page
              ) : (
                <PartyOfLink userId={session.user.id} wanted={wanted}>
                  {page}
                </PartyOfLink>
              )}
            </Suspense>
          </CrashBoundary>
        </div>
      </div>
      <SessionWatch endsAtMs={isAway ? null : session.endsAtMs} />
    </>
  );
}

export interface SignInAgainProps {
  /** The person whose page waits. */
  userId: string;
  onLeave(): void;
}

interface SignedInProps {
  /** The dialog that signs in without leaving the page. */
  again: ComponentType<SignInAgainProps>;
}

/**
 * Guards every page that requires a session: a visitor goes to sign-in and returns here afterwards. If the session ends
 * on a page with input, the page stays and its person signs in above it.
 */
export function SignedIn({ again: SignInAgain }: SignedInProps) {
  const { errors } = useWords();
  const location = useLocation();
  const client = useQueryClient();
  const { data: session, error, isFetching, refetch } = useQuery(sessionQuery);
  const last = useRef<Session>(null);
  const hasInput = usePageInput();
  const [isLeaving, setIsLeaving] = useState(false);
  const before = last.current;
  const isOther = Boolean(session && before && session.user.id !== before.user.id);
  if (session && !isOther) last.current = session;

  // A person may have signed out since.
  useReloadWhenRestored();
  // Nothing of the person before may be seen, or saved in the name of the next.
  useEffect(() => {
    if (isOther) leaveTo('/home', { tellsTabs: false });
  }, [isOther]);
  const isBack = Boolean(session) && !isOther;
  useEffect(() => {
    // What failed while nobody was signed in.
    if (isBack) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [isBack, client]);

  const onSignedOut = () => {
    if (!hasInput()) return false;
    markSessionEnded(client);
    return true;
  };
  const onLeave = () => {
    // They were told that it may be lost, and somebody else may come to this browser.
    forgetTextsOfOthers('');
    setIsLeaving(true);
  };

  if (isOther) return <Loading />;
  const waits = !session && !isLeaving && before !== null && hasInput();
  const shown = session ?? (waits ? before : null);
  if (shown)
    return (
      <>
        <Framed session={shown} isAway={!session} onSignedOut={onSignedOut} />
        {session ? null : (
          <Suspense>
            <SignInAgain userId={shown.user.id} onLeave={onLeave} />
          </Suspense>
        )}
      </>
    );
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
  return <Navigate to={buildLoginPath(here, before ? 'ended' : 'expired')} replace />;
}
