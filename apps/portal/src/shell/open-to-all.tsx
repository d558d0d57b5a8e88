import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Outlet } from 'react-router';
import { hasSessionCookie } from '../api/http.ts';
import { optionalSessionQuery, type Session } from '../api/session.ts';
import { Loading } from '../ui/states/loading.tsx';
import { lazyPart } from './lazy-part.ts';
import { usePageInput } from './page-input.ts';

const Framed = lazyPart<{ session: Session }>(() => import('./signed-in.tsx').then((part) => part.Framed));

/** Preloads for a person who is probably signed in. */
export async function loadFrame(): Promise<void> {
  if (hasSessionCookie()) await Framed.load();
}

/** Public pages: a visitor sees the page alone, a signed-in person also sees the menu. */
export function OpenToAll() {
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const hasInput = usePageInput();
  const last = useRef<Session>(null);
  if (session) last.current = session;
  if (isPending) return <Loading />;
  // Without the menu the page would start again, and lose what a person typed before the session ended.
  const shown = session ?? (hasInput() ? last.current : null);
  return shown ? <Framed session={shown} /> : <Outlet />;
}
