import { queryOptions } from '@tanstack/react-query';
import { discoverProvider } from './try-sign-in.ts';

/** The discovery document of this platform's provider; null if the provider is off. */
export const providerQuery = queryOptions({
  queryKey: ['provider', 'discovery'],
  staleTime: 5 * 60_000,
  retry: false,
  queryFn: async () => {
    const { status } = await fetch('/.well-known/openid-configuration', { cache: 'no-store' });
    return status === 404 ? null : discoverProvider();
  },
});
