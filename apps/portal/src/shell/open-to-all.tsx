import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Outlet } from 'react-router';
import { optionalSessionQuery } from '../api/session.ts';
import { Loading } from './loading.tsx';

const Framed = lazy(() => import('./signed-in.tsx').then((part) => ({ default: part.Framed })));

/** Pages for everybody: a stranger sees the page alone, somebody signed in sees their own places beside it. */
export function OpenToAll() {
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  if (isPending) return <Loading />;
  return session ? <Framed session={session} /> : <Outlet />;
}
