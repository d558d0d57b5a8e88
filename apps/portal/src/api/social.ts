import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface SocialLink {
  linked: boolean;
  /** The host of the provider; null where none is set up. */
  provider: string | null;
  email_masked?: string;
  linked_at?: string;
}

const PATH = '/api/v1/auth/social/link';

/** The social account that opens this person's account beside their eID. */
export const socialLinkQuery = queryOptions({
  queryKey: ['social-link'],
  queryFn: async ({ signal }) => (await request<SocialLink>(PATH, { signal })).data,
});

/** Ends every session of the person, this one too. */
export async function unlinkSocial(): Promise<void> {
  await request(PATH, { method: 'DELETE' });
}
