import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type SignInMode = 'provider' | 'client';

const SITE_TIMEOUT_MS = 3_000;

/** How people sign in here. Unreachable counts as `provider`: the sign-in then says itself what is wrong. */
export const signInModeQuery = queryOptions({
  queryKey: ['site', 'sign-in-mode'],
  staleTime: 10 * 60_000,
  retry: false,
  queryFn: async ({ signal }): Promise<SignInMode> => {
    try {
      const data = await callApi('GET /api/v1/site/auth', { signal, timeoutMs: SITE_TIMEOUT_MS });
      return data.mode === 'client' ? 'client' : 'provider';
    } catch {
      return 'provider';
    }
  },
});
