import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { hasSessionCookie } from '../api/http.ts';
import { optionalSessionQuery, type Session } from '../api/session.ts';
import { Loading } from '../ui/states/loading.tsx';
import { lazyPart } from './lazy-part.ts';

const Framed = lazyPart<{ session: Session }>(() => import('./signed-in.tsx').then((part) => part.Framed));

/** For somebody who seems to be signed in. */
export async function loadFrame(): Promise<void> {
  if (hasSessionCookie()) await Framed.load();
}

/** Pages for everybody: a stranger sees the page alone, somebody signed in sees their own places beside it. */
export function OpenToAll() {
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  if (isPending) return <Loading />;
  return session ? <Framed session={session} /> : <Outlet />;
}
