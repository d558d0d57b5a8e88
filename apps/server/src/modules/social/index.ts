import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { accountPurpose, linkTokenPurpose } from './linking.ts';
import { socialRows } from './routes.ts';
import { names } from './schemas.ts';
import type { SignInDeps } from './sign-in.ts';
import { deleteStaleTokens } from './store.ts';

export { createLinkOnSignIn, createSocialAccounts } from './linking.ts';
export type { SocialPort, SocialStart, SocialStartOutcome } from './social-port.ts';

export type SocialDeps = SignInDeps & { database: Database };

/** The provider's redirect address: a route of the browser layer. */
export function socialRedirectUri(appOrigin: string): string {
  return `${appOrigin}/api/auth/social/callback`;
}

export function social(deps: SocialDeps): Module {
  return {
    name: 'social',
    openInMaintenance: true,
    rows: socialRows(deps),
    errors,
    events,
    schemas: names,
    sealed: [
      { table: 'social_link_tokens', column: 'sealed', purpose: linkTokenPurpose },
      { table: 'social_links', column: 'sealed', purpose: accountPurpose },
    ],
    jobs: [
      {
        name: 'social.clean',
        about: 'Removes expired tokens for linking a social account',
        schedule: '*/10 * * * *',
        run: async (_data, { now }) => {
          await deps.database.transaction(systemIdentity, (tx) => deleteStaleTokens(tx, now));
        },
      },
    ],
  };
}
