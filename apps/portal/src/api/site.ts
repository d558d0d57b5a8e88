import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export interface SignInOffer {
  mode: 'provider' | 'client';
  /** People may sign in with a social account that they linked before. */
  social: boolean;
  /** Super administrators sign in with a social account even if everybody else signs in upstream. */
  superadminSocial: boolean;
}

const SITE_TIMEOUT_MS = 3_000;
/** If the server is unreachable, offer eID only: the sign-in itself then shows the error. */
const UNKNOWN: SignInOffer = { mode: 'provider', social: false, superadminSocial: false };

/** Sign-in methods of this platform. */
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

/** Addresses of pages whose module is switched off on this platform; none if the server is unreachable. */
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
