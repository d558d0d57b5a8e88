import { notAudited } from '../../kernel/audit/events.ts';
import { open, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { identityErrors, identityEvents } from '../identity/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { showLink, unlink } from './linking.ts';
import { LinkQuery, LinkView, SocialBody, SocialView, StartBody, StartView } from './schemas.ts';
import { beginSocial, concludeSocial, proveAccount, type SignInDeps } from './sign-in.ts';

const auth: Limit = { group: 'auth-social', perMinute: 5, burst: 5 };
const bodyLimitBytes = 4096;
const beforeSignIn = 'there is no person yet';

export function socialRows(deps: SignInDeps): readonly Row[] {
  return [
    write({
      id: 'auth.social.start',
      method: 'POST',
      path: '/auth/social/start',
      access: open('a person has no session before sign-in'),
      limit: { ...auth, group: 'auth-social-start' },
      bodyLimitBytes,
      body: StartBody,
      reply: StartView,
      errors: [identityErrors.sso_required, errors.upstream_failed, errors.not_configured],
      audit: notAudited('nothing is stored: the browser layer keeps the secrets until the person comes back'),
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'The sign-in address for the browser, and the secrets to keep until it comes back with a code',
      prepare: ({ body }) => beginSocial(deps, body.purpose ?? 'sign_in'),
      handler: async ({ prepared }) =>
        unchanged({
          auth_url: prepared.authUrl,
          redirect_uri: deps.redirectUri,
          state: prepared.state,
          nonce: prepared.nonce,
          code_verifier: prepared.codeVerifier,
        }),
    }),
    write({
      id: 'auth.social',
      method: 'POST',
      path: '/auth/social',
      access: open('the code of the provider is the proof'),
      limit: auth,
      bodyLimitBytes,
      body: SocialBody,
      reply: SocialView,
      errors: [
        errors.exchange_failed,
        errors.domain_not_allowed,
        errors.upstream_failed,
        errors.not_configured,
        identityErrors.sso_required,
        identityErrors.account_locked,
        identityErrors.mfa_unavailable,
      ],
      audit: [
        events.signedIn,
        events.linkOffered,
        identityEvents.secondFactorAsked,
        identityEvents.signInFailed,
      ],
      asSystem: beforeSignIn,
      noStore: true,
      summary: "Exchange a social provider's code: sign in, or get a token to link the account after eID",
      prepare: ({ body }) => proveAccount(deps, body),
      handler: ({ request, tx, prepared }) => concludeSocial(deps, tx, prepared, request),
    }),
    read({
      id: 'auth.social.link.show',
      path: '/auth/social/link',
      access: signedIn,
      reply: LinkView,
      errors: [],
      summary: 'Whether a social account is linked, and which',
      handler: ({ actor, db }) => showLink(db, actor.userId, deps.social.provider),
    }),
    write({
      id: 'auth.social.unlink',
      method: 'DELETE',
      path: '/auth/social/link',
      access: signedIn,
      limit: { ...auth, group: 'auth-social-link' },
      bodyLimitBytes,
      query: LinkQuery,
      reply: Empty,
      errors: [],
      audit: [events.unlinked],
      summary: 'Unlink the social account; every session of the person ends, this one too',
      handler: ({ actor, query, tx }) => unlink(tx, actor.userId, query.provider),
    }),
  ];
}
