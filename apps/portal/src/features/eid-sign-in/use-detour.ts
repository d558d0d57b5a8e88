import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { buildLoginPath } from '../../api/safe-next.ts';
import type { SignInState } from './machine.ts';

/** Redirects by address, so that a reload stays on the same step. */
export function useDetour(state: SignInState, next: string): void {
  const navigate = useNavigate();
  const detour = state.step === 'complete' ? state.detour : undefined;
  useEffect(() => {
    if (detour) void navigate(buildLoginPath(next, detour), { replace: true });
  }, [detour, next, navigate]);
}
