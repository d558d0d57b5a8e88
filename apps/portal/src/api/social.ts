import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { SocialLink } from '@tamga/client';

/** The social account that this person can sign in with, beside their eID. */
export const socialLinkQuery = queryOptions({
  queryKey: ['me', 'social-link'],
  queryFn: ({ signal }) => callApi('GET /api/v1/auth/social/link', { signal }),
});

/** Ends every session of the person, including this one. */
export async function unlinkSocial(): Promise<void> {
  await callApi('DELETE /api/v1/auth/social/link', { query: {} });
}
