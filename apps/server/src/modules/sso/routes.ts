import { notAudited } from '../../kernel/audit/events.ts';
import { open } from '../../kernel/http/access.ts';
import { type RequestFacts, type Row, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { identityErrors, identityEvents } from '../identity/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { begin, createSecret, type FlowDeps, finishNative, finishWeb, keepFlow } from './flow.ts';
import { prepareLogout, useLogout } from './logout.ts';
import {
  CallbackBody,
  LogoutBody,
  LogoutView,
  NativeBody,
  SignedInView,
  StartBody,
  StartView,
} from './schemas.ts';
import { conclude, type SignInDeps } from './sign-in.ts';

const limitOf = (group: string): Limit => ({ group, perMinute: 5, burst: 5 });
/** A code may have 4096 characters, beside other fields. */
const bodyLimitBytes = 8192;
const beforeSignIn = 'there is no person yet';

const signInErrors = [
  errors.exchange_failed,
  errors.not_configured,
  errors.upstream_unavailable,
  identityErrors.account_locked,
  identityErrors.private_platform,
  identityErrors.mfa_unavailable,
];
const signInEvents = [
  events.signedIn,
  events.identityBound,
  events.numberTaken,
  identityEvents.secondFactorAsked,
  identityEvents.signInFailed,
];

export type SsoRowDeps = FlowDeps & SignInDeps;

export function ssoRows(deps: SsoRowDeps): readonly Row[] {
  return [
    write({
      id: 'sso.start',
      method: 'POST',
      path: '/sso/start',
      access: open('a person has no session before sign-in'),
      limit: limitOf('sso-start'),
      bodyLimitBytes,
      body: StartBody,
      reply: StartView,
      errors: [errors.not_configured, errors.upstream_unavailable],
      audit: notAudited('a started sign-in changes nothing of a person; its end is audited'),
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'The sign-in address of the upstream provider for the browser',
      prepare: () => begin(deps),
      handler: async ({ body, request, reply, tx, prepared }) => {
        const binding = bindingAsked(request);
        await keepFlow(deps, tx, prepared, { binding, next: body.next });
        if (binding !== undefined) reply.header('x-sso-binding', binding);
        return { auth_url: prepared.authUrl };
      },
    }),
    write({
      id: 'sso.callback',
      method: 'POST',
      path: '/sso/callback',
      access: open('the state, the browser it is bound to and the code are the proof'),
      limit: limitOf('sso-callback'),
      bodyLimitBytes,
      body: CallbackBody,
      reply: SignedInView,
      errors: [errors.invalid_state, ...signInErrors],
      audit: signInEvents,
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'Complete a sign-in with the answer of the upstream provider; a state is valid once',
      prepare: ({ body, request, db }) =>
        finishWeb(deps, db, {
          state: body.state,
          code: body.code,
          iss: body.iss,
          binding: request.header('x-sso-binding'),
          now: request.now,
        }),
      handler: ({ request, tx, prepared }) => conclude(deps, tx, prepared, { client: 'web', request }),
    }),
    write({
      id: 'sso.native',
      method: 'POST',
      path: '/sso/native',
      access: open('the code and its PKCE verifier are the proof'),
      limit: limitOf('sso-native'),
      bodyLimitBytes,
      body: NativeBody,
      reply: SignedInView,
      errors: [errors.invalid_redirect_uri, ...signInErrors],
      audit: signInEvents,
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'Complete a sign-in that a mobile application started at the upstream provider with PKCE',
      prepare: ({ body }) =>
        finishNative(deps, {
          code: body.code,
          codeVerifier: body.code_verifier,
          redirectUri: body.redirect_uri,
          nonce: body.nonce,
        }),
      handler: ({ request, tx, prepared }) => conclude(deps, tx, prepared, { client: 'native', request }),
    }),
    write({
      id: 'sso.logout',
      method: 'POST',
      path: '/sso/logout',
      access: open('the reference is the proof, and is valid once'),
      // Many people sign out from one address at closing time.
      limit: { group: 'sso-logout', perMinute: 120, burst: 120 },
      bodyLimitBytes,
      body: LogoutBody,
      reply: LogoutView,
      errors: [],
      audit: [events.signedOut],
      asSystem: 'the reference names its person',
      noStore: true,
      summary:
        'Where to send the browser to end its session at the upstream provider; empty when there is none',
      prepare: ({ body, request, db }) => prepareLogout(deps, db, body.ref, request.now),
      handler: ({ body, tx, prepared }) => useLogout(tx, body.ref, prepared),
    }),
  ];
}

/** A browser that has a binding from another tab keeps it, so that both tabs can come back. */
function bindingAsked(request: RequestFacts): string | undefined {
  const given = request.header('x-sso-binding');
  if (given === undefined) return undefined;
  return /^[0-9a-f]{32}$/.test(given) ? given : createSecret();
}
