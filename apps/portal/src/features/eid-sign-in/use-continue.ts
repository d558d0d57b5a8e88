import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { optionalSessionQuery } from '../../api/session.ts';

export function useGoOn(next: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => void navigate(next, { replace: true }), [next, navigate]);
}

/** Continues as soon as this browser is signed in, by any tab or method. */
export function useContinueWhenSignedIn(
  next: string,
  isHeld = false,
): { isPending: boolean; signedIn: boolean } {
  const goOn = useGoOn(next);
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const signedIn = Boolean(session);
  useEffect(() => {
    if (signedIn && !isHeld) goOn();
  }, [signedIn, isHeld, goOn]);
  return { isPending, signedIn };
}
