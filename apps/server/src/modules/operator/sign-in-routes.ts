import { notAudited } from '../../kernel/audit/events.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { Refused, type ReplyFacts, type RequestFacts, type Row, read, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { identityErrors, QrView, StartView } from '../identity/index.ts';
import { type ConsoleAccess, isSteppedUp, type Operator } from './access.ts';
import { capabilitiesOf } from './capabilities.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  BySid,
  MeView,
  type OperatorView,
  PollBody,
  PollView,
  SessionBody,
  SessionView,
  StartBody,
  StartIdBody,
  StepUpBody,
  StepUpView,
} from './schemas.ts';
import { createCookieValue, readCookie, writeCookie } from './session-cookie.ts';
import {
  closeSession,
  concludeEid,
  openSession,
  type SignInDeps as SessionDeps,
  sessionLifeSeconds,
  stepUp,
} from './sign-in.ts';

export interface SignInDeps extends SessionDeps {
  access: ConsoleAccess;
  secureCookie: boolean;
  scheme: 'http' | 'https';
}

const start: Limit = { group: 'console-start', perMinute: 5, burst: 5 };
const login: Limit = { group: 'console-login', perMinute: 5, burst: 5 };
const poll: Limit = { group: 'console-poll', perMinute: 60, burst: 30 };
const qr: Limit = { group: 'console-qr', perMinute: 90, burst: 60 };
export const consoleLimit: Limit = { group: 'console', perMinute: 60, burst: 30 };
const holdMs = 25_000;

const beforeSignIn = 'there is no operator yet';
const notUsers = 'operators are not users of the platform';
const startNotAudited = notAudited('a started sign-in changes nothing; its end is audited');
const startErrors = [
  errors.csrf_failed,
  identityErrors.sso_required,
  identityErrors.invalid_callback,
  identityErrors.eid_rejected,
  identityErrors.eid_not_configured,
  identityErrors.upstream_failed,
  identityErrors.upstream_unavailable,
];

export function signInRows(deps: SignInDeps): readonly Row[] {
  const { access, eidFlow } = deps;
  const onConsole = { base: 'console', bodyLimitBytes: 4096, noStore: true } as const;
  const setCookie = (reply: ReplyFacts, value: string, maxAgeSeconds: number) =>
    reply.header('set-cookie', writeCookie(value, { secure: deps.secureCookie, maxAgeSeconds }));
  /** Binds the sign-in to the browser that began it. */
  const bind = (reply: ReplyFacts): string => {
    const binding = createCookieValue();
    setCookie(reply, binding, sessionLifeSeconds);
    return binding;
  };
  const own = (request: RequestFacts) =>
    ({
      purposes: ['console'],
      binding: readCookie(request.header('cookie'), { secure: deps.secureCookie }),
    }) as const;

  return [
    write({
      ...onConsole,
      id: 'operator.session.eid.start',
      method: 'POST',
      path: '/session/eid/start',
      access: access.signIn,
      limit: start,
      body: StartBody,
      reply: StartView,
      errors: startErrors,
      audit: startNotAudited,
      asSystem: beforeSignIn,
      summary: 'Start an eID sign-in at the console by QR code or link',
      prepare: ({ body, request }) => {
        const origin = `${deps.scheme}://${request.header('host') ?? ''}`;
        return eidFlow.startByDeviceLink(body.callback_url ?? `${origin}/console`, origin);
      },
      handler: async ({ request, reply, tx, prepared }) => {
        const binding = { secret: bind(reply) };
        const { language } = request;
        return (await eidFlow.keep(tx, prepared, { purpose: 'console', binding, language })).view;
      },
    }),
    write({
      ...onConsole,
      id: 'operator.session.eid.start_id',
      method: 'POST',
      path: '/session/eid/start-id',
      access: access.signIn,
      limit: start,
      body: StartIdBody,
      reply: StartView,
      errors: [...startErrors, identityErrors.invalid_national_id, identityErrors.push_unavailable],
      audit: startNotAudited,
      asSystem: beforeSignIn,
      summary: "Start an eID sign-in at the console by a push to the person's registered device",
      // The host check and the limit per person stop strangers from sending pushes; no browser is known yet.
      prepare: ({ body, db, request }) => eidFlow.startByPush(db, { nationalId: body.national_id, request }),
      handler: async ({ request, reply, tx, prepared }) => {
        const binding = { secret: bind(reply) };
        const { language } = request;
        return (await eidFlow.keep(tx, prepared, { purpose: 'console', binding, language })).view;
      },
    }),
    read({
      ...onConsole,
      id: 'operator.session.eid.qr',
      path: '/session/eid/qr/:sid',
      access: access.signIn,
      limit: qr,
      params: BySid,
      reply: QrView,
      errors: [],
      asSystem: beforeSignIn,
      summary: 'The current text of the QR code',
      handler: async ({ params, request, db }) =>
        eidFlow.qr(await eidFlow.find(db, params.sid, own(request)), request),
    }),
    write({
      ...onConsole,
      id: 'operator.session.eid.poll',
      method: 'POST',
      path: '/session/eid/poll',
      access: access.signIn,
      limit: poll,
      body: PollBody,
      reply: PollView,
      errors: [errors.csrf_failed, identityErrors.already_consumed, identityErrors.upstream_failed],
      audit: [events.eidProven, events.eidFailed],
      asSystem: beforeSignIn,
      summary: 'Wait up to 25 seconds for the end of the eID step; POST /session then opens the session',
      prepare: async ({ body, request, db }) => {
        const proof = own(request);
        const observed = await eidFlow.observe(await eidFlow.find(db, body.sid, proof), {
          holdMs,
          verifier: body.user_challenge_verifier ?? null,
          released: request.released,
          now: request.now,
        });
        return { observed, binding: proof.binding ?? fail(kernelErrors.not_found) };
      },
      handler: ({ body, tx, prepared }) => concludeEid(deps, tx, { sid: body.sid, ...prepared }),
    }),
    write({
      ...onConsole,
      id: 'operator.session.open',
      method: 'POST',
      path: '/session',
      access: access.signIn,
      limit: login,
      body: SessionBody,
      reply: SessionView,
      errors: [errors.csrf_failed],
      audit: [events.signedIn, events.signInFailed, events.locked],
      asSystem: beforeSignIn,
      summary: 'Sign in with a completed eID session and a TOTP code; every failure is the same 401',
      handler: async ({ body, request, reply, tx }) => {
        const { binding } = own(request);
        const opened = await openSession(deps, tx, { ...body, binding, request });
        if (opened instanceof Refused) return opened;
        setCookie(reply, opened.cookie, sessionLifeSeconds);
        return opened.view;
      },
    }),
    read({
      ...onConsole,
      id: 'operator.me',
      path: '/me',
      access: access.signedIn,
      limit: consoleLimit,
      reply: MeView,
      errors: [],
      summary: 'The operator of this session and their capabilities',
      handler: ({ actor, request }) => ({
        operator: viewOperator(actor),
        expires_at: actor.expiresAt,
        stepped_up: isSteppedUp(actor, request.now),
        ...(actor.steppedUpUntil === null || !isSteppedUp(actor, request.now)
          ? {}
          : { stepped_up_until: actor.steppedUpUntil }),
        capabilities: [...capabilitiesOf[actor.role]],
      }),
    }),
    write({
      ...onConsole,
      id: 'operator.step_up',
      method: 'POST',
      path: '/step-up',
      access: access.signedIn,
      limit: login,
      body: StepUpBody,
      reply: StepUpView,
      errors: [errors.csrf_failed, errors.invalid_code],
      audit: [events.steppedUp, events.stepUpFailed, events.locked],
      asSystem: notUsers,
      summary: 'Step up with a code; allows dangerous changes for five minutes',
      handler: ({ actor, body, request, tx }) =>
        stepUp(deps, tx, { operator: actor, code: body.code, request }),
    }),
    write({
      ...onConsole,
      id: 'operator.session.close',
      method: 'DELETE',
      path: '/session',
      access: access.signedIn,
      limit: consoleLimit,
      reply: Empty,
      errors: [errors.csrf_failed],
      audit: [events.signedOut],
      asSystem: notUsers,
      summary: 'Sign out of the console',
      handler: async ({ actor, reply, tx }) => {
        await closeSession(tx, actor);
        setCookie(reply, '', 0);
        return {};
      },
    }),
  ];
}

function viewOperator({ operatorId, email, name, role }: Operator): OperatorView {
  return { id: operatorId, email, name, role };
}
