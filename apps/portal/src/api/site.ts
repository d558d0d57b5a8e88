import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export interface SignInOffer {
  mode: 'provider' | 'client';
  /** People may come in with a social account that they linked before. */
  social: boolean;
  /** Super administrators come in with theirs where everybody else signs in upstream. */
  superadminSocial: boolean;
}

const SITE_TIMEOUT_MS = 3_000;
/** Unreachable counts as eID alone: the sign-in then says itself what is wrong. */
const UNKNOWN: SignInOffer = { mode: 'provider', social: false, superadminSocial: false };

/** How people sign in here. */
export const signInOfferQuery = queryOptions({
  queryKey: ['site', 'sign-in-offer'],
  staleTime: 10 * 60_000,
  retry: false,
  queryFn: async ({ signal }): Promise<SignInOffer> => {
    try {
      const data = await callApi('GET /api/v1/site/auth', { signal, timeoutMs: SITE_TIMEOUT_MS });
      return {
        mode: data.mode === 'client' ? 'client' : 'provider',
        social: data.social === true,
        superadminSocial: data.superadmin_social === true,
      };
    } catch {
      return UNKNOWN;
    }
  },
});

/** Addresses of pages whose module this platform has switched off. Unreachable counts as none. */
export const hiddenPagesQuery = queryOptions({
  queryKey: ['site', 'hidden-pages'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    try {
      const { items } = await callApi('GET /api/v1/platform/modules', {
        signal,
        timeoutMs: SITE_TIMEOUT_MS,
      });
      return items.filter(({ enabled }) => !enabled).flatMap(({ ui_prefixes }) => ui_prefixes);
    } catch {
      return [];
    }
  },
});
