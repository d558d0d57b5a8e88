import type { Operations } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

/** `provider` is the host of the provider; null where none is set up. */
export type SocialLink = Operations['GET /api/v1/auth/social/link']['data'];

/** The social account that opens this person's account beside their eID. */
export const socialLinkQuery = queryOptions({
  queryKey: ['me', 'social-link'],
  queryFn: ({ signal }) => callApi('GET /api/v1/auth/social/link', { signal }),
});

/** Ends every session of the person, this one too. */
export async function unlinkSocial(): Promise<void> {
  await callApi('DELETE /api/v1/auth/social/link', { query: {} });
}
