import { notAudited } from '../../kernel/audit/events.ts';
import { type Access, open, permission, signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { clientEvents, isOwner } from '../oauth-clients/index.ts';
import type { Listeners } from './challenges/application-events.ts';
import { viewConsents, withdrawConsent } from './challenges/consents.ts';
import {
  acceptConsent,
  acceptLogin,
  type DecisionDeps,
  findQuestion,
  rejectQuestion,
  viewQuestion,
} from './challenges/decisions.ts';
import { type LogoutDeps, prepareLogout, signOut, viewLogout } from './challenges/logout.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Outgoing } from './library/outgoing.ts';
import { listProblems } from './problem-store.ts';
import { checkRegistration } from './registration-check.ts';
import {
  ByClientId,
  ChallengeView,
  ConsentBody,
  ConsentList,
  ConsentQuery,
  ConsentRejection,
  LoginBody,
  LoginQuery,
  LoginRejection,
  LogoutBody,
  LogoutQuery,
  LogoutView,
  ProblemList,
  Redirect,
  RegistrationCheck,
  Withdrawn,
} from './schemas.ts';

const challenges: Limit = { group: 'provider', perMinute: 60, burst: 30 };
const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };
const byChallenge = open('the caller holds a challenge from the provider', 'challenge');
const asCaller = ofChallengeHolder('the caller holds a challenge; a session adds what concerns the caller');
const asSystem = 'a pending decision has no owner yet; the challenge gives access to it';
const overErrors = [errors.already_decided, errors.request_expired] as const;
const small = { limit: challenges, bodyLimitBytes: 4096, asSystem } as const;

/** A session that has ended is no obstacle, because the page then offers to sign in. */
function ofChallengeHolder(why: string): Access<Actor | null> {
  return {
    word: 'challenge',
    why,
    kind: 'other',
    admit: async (gate, { headers: { authorization } }) => {
      if (authorization === undefined) return null;
      try {
        return await gate.authenticate(authorization);
      } catch (error) {
        if (error instanceof AppError && error.definition.status < 500) return null;
        throw error;
      }
    },
  };
}

/** Without an issuer there are no decisions, and none of these rows exists. */
export function oidcRows(
  provider: (DecisionDeps & LogoutDeps & { outgoing: Outgoing }) | undefined,
  listeners: Listeners,
  simulatorUrl: string | undefined,
): readonly Row[] {
  const { directory } = listeners;
  const deps = () => provider ?? fail(kernelErrors.not_found);
  return [
    read({
      id: 'provider.login',
      path: '/provider/login',
      access: asCaller,
      ...small,
      query: LoginQuery,
      reply: ChallengeView,
      errors: overErrors,
      noStore: true,
      summary: 'The application that asks a person to sign in',
      handler: async ({ query, db, request, actor }) => {
        const given = { challenge: query.login_challenge, now: request.now, actor };
        return viewQuestion(deps(), db, await findQuestion(deps(), db, 'login', given), given);
      },
    }),
    read({
      id: 'provider.consent',
      path: '/provider/consent',
      access: asCaller,
      ...small,
      query: ConsentQuery,
      reply: ChallengeView,
      errors: overErrors,
      noStore: true,
      summary: 'The scopes that an application requests',
      handler: async ({ query, db, request, actor }) => {
        const given = { challenge: query.consent_challenge, now: request.now, actor };
        return viewQuestion(deps(), db, await findQuestion(deps(), db, 'consent', given), given);
      },
    }),
    write({
      id: 'provider.login.accept',
      method: 'POST',
      path: '/provider/login/accept',
      access: signedIn,
      ...small,
      body: LoginBody,
      reply: Redirect,
      errors: [
        ...overErrors,
        errors.fresh_sign_in_required,
        errors.other_person_expected,
        errors.application_on_trial,
        errors.stronger_sign_in_required,
      ],
      audit: [events.loginAccepted],
      noStore: true,
      summary: 'Accept a sign-in for an application',
      prepare: ({ body, db, request }) =>
        findQuestion(deps(), db, 'login', { challenge: body.login_challenge, now: request.now }),
      handler: ({ actor, body, tx, prepared }) => acceptLogin(deps(), tx, actor, prepared, body),
    }),
    write({
      id: 'provider.login.reject',
      method: 'POST',
      path: '/provider/login/reject',
      access: byChallenge,
      ...small,
      body: LoginRejection,
      reply: Redirect,
      errors: overErrors,
      audit: [events.loginRejected],
      noStore: true,
      summary: 'Cancel a sign-in for an application',
      prepare: ({ body, db, request }) =>
        findQuestion(deps(), db, 'login', { challenge: body.login_challenge, now: request.now }),
      handler: ({ body, tx, prepared }) =>
        rejectQuestion(deps(), tx, prepared, { reason: body.reason, isUnmet: body.unmet ?? false }),
    }),
    write({
      id: 'provider.consent.accept',
      method: 'POST',
      path: '/provider/consent/accept',
      access: signedIn,
      ...small,
      // Fifty scopes of 120 characters do not fit into the 4 KiB of the other rows.
      bodyLimitBytes: 16 * 1024,
      body: ConsentBody,
      reply: Redirect,
      errors: [...overErrors, errors.scope_not_requested, errors.tools_for_administrators],
      audit: [events.consentGiven, clientEvents.clientCreated],
      noStore: true,
      summary: 'Give an application all or some of the requested scopes',
      prepare: ({ body, db, request }) =>
        findQuestion(deps(), db, 'consent', { challenge: body.consent_challenge, now: request.now }),
      handler: ({ actor, body, tx, prepared }) =>
        acceptConsent(deps(), tx, actor, prepared, body.grant_scope),
    }),
    write({
      id: 'provider.consent.reject',
      method: 'POST',
      path: '/provider/consent/reject',
      access: byChallenge,
      ...small,
      body: ConsentRejection,
      reply: Redirect,
      errors: overErrors,
      audit: [events.consentRejected],
      noStore: true,
      summary: 'Refuse the request of an application',
      prepare: ({ body, db, request }) =>
        findQuestion(deps(), db, 'consent', { challenge: body.consent_challenge, now: request.now }),
      handler: ({ body, tx, prepared }) => rejectQuestion(deps(), tx, prepared, { reason: body.reason }),
    }),
    read({
      id: 'provider.logout',
      path: '/provider/logout',
      access: byChallenge,
      ...small,
      query: LogoutQuery,
      reply: LogoutView,
      errors: overErrors,
      noStore: true,
      summary: 'The application that asks to sign a person out',
      handler: ({ query, db }) => viewLogout(deps(), db, query.logout_challenge),
    }),
    write({
      id: 'provider.logout.accept',
      method: 'POST',
      path: '/provider/logout/accept',
      access: byChallenge,
      ...small,
      body: LogoutBody,
      reply: Redirect,
      errors: overErrors,
      audit: [events.sessionEnded],
      noStore: true,
      summary: 'Sign out of the provider, as an application asked',
      prepare: ({ body, db }) => prepareLogout(deps(), db, body.logout_challenge),
      handler: ({ tx, prepared }) => signOut(deps(), tx, prepared),
    }),
    read({
      id: 'applications.problems',
      path: '/applications/:client_id/problems',
      access: permission('gateway.manage'),
      params: ByClientId,
      reply: ProblemList,
      errors: [],
      asSystem: 'a custom role with gateway.manage has only the rights of an ordinary person under RLS',
      summary: 'Requests of an application that the provider refused in the last 30 days, by reason',
      handler: async ({ params, db }) => {
        if ((await directory.client(params.client_id)) === undefined) fail(kernelErrors.not_found);
        const items = await listProblems(db, params.client_id);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'me.applications.problems',
      path: '/me/applications/:client_id/problems',
      access: signedIn,
      params: ByClientId,
      reply: ProblemList,
      errors: [],
      asSystem: 'the handler first checks that the caller owns the application',
      summary: 'Requests of an own application that the provider refused in the last 30 days, by reason',
      handler: async ({ actor, params, db }) => {
        if (!(await isOwner(db, params.client_id, actor.userId))) fail(kernelErrors.not_found);
        const items = await listProblems(db, params.client_id);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'applications.check',
      method: 'POST',
      path: '/applications/:client_id/check',
      access: permission('gateway.manage'),
      limit: { group: 'registration-check', perMinute: 10, burst: 5 },
      params: ByClientId,
      reply: RegistrationCheck,
      errors: [],
      audit: notAudited('it changes nothing; a POST because it calls an address of the application'),
      asSystem: 'a custom role with gateway.manage has only the rights of an ordinary person under RLS',
      summary: 'Look for the usual mistakes in the registration of an application',
      prepare: async ({ params, db, request }) => {
        const client = (await directory.client(params.client_id)) ?? fail(kernelErrors.not_found);
        return checkRegistration(deps(), db, client, request.now);
      },
      handler: async ({ prepared: items }) =>
        unchanged({
          items,
          total: items.length,
          ...(simulatorUrl === undefined ? {} : { simulator_url: simulatorUrl }),
        }),
    }),
    read({
      id: 'me.consents',
      path: '/me/consents',
      access: signedIn,
      reply: ConsentList,
      errors: [],
      summary: 'Consents that the person gave to applications',
      handler: ({ actor, db, request }) => viewConsents(directory, db, actor.userId, request.now),
    }),
    write({
      id: 'me.consents.withdraw',
      method: 'DELETE',
      path: '/me/consents/:client_id',
      access: signedIn,
      limit: ownWrites,
      params: ByClientId,
      reply: Withdrawn,
      errors: [],
      audit: [events.consentWithdrawn],
      summary: 'Withdraw a consent; the tokens of the application end at once',
      handler: ({ actor, params, tx }) => withdrawConsent(listeners, tx, actor.userId, params.client_id),
    }),
  ];
}
