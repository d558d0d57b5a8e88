import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { SocialLink } from '@tamga/client';

/** The social account that opens this person's account beside their eID. */
export const socialLinkQuery = queryOptions({
  queryKey: ['me', 'social-link'],
  queryFn: ({ signal }) => callApi('GET /api/v1/auth/social/link', { signal }),
});

/** Ends every session of the person, this one too. */
export async function unlinkSocial(): Promise<void> {
  await callApi('DELETE /api/v1/auth/social/link', { query: {} });
}
