import { notAudited } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { open } from '../../kernel/http/access.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import {
  type ReplyFacts,
  type RequestFacts,
  type Row,
  read,
  unchanged,
  write,
} from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { currentQr, findOwn, type Observed, observe } from './eid-flow.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { conclude, type FinishDeps, type PollAnswer, stateOf } from './finish.ts';
import { findKnownBrowser, issueKnownBrowser, newBrowserId } from './known-browser.ts';
import {
  BySid,
  InitiateBody,
  LogoutBody,
  PollBody,
  PollView,
  QrView,
  RefreshBody,
  SessionView,
  StartBody,
  StartIdBody,
  StartView,
} from './schemas.ts';
import { recogniseChain, refreshSession, signOut } from './sessions.ts';
import { keepStarted, type StartDeps, type Started, startByDeviceLink, startByPush } from './start.ts';

const auth: Limit = { group: 'auth', perMinute: 5, burst: 5 };
/** Signed-in people share an address with thousands, so only their failures count towards it. */
const authFailures: Limit = { ...auth, counts: 'failures' };
const perChain: Limit = { group: 'auth-refresh', perMinute: 10, burst: 10 };
const poll: Limit = { group: 'auth-poll', perMinute: 60, burst: 30 };
const status: Limit = { group: 'auth-status', perMinute: 60, burst: 30 };
const qr: Limit = { group: 'auth-qr', perMinute: 90, burst: 60 };
const bodyLimitBytes = 4096;
const holdMs = 25_000;
/** Maximum wait for the provider in a call that must not block. */
const shortHoldMs = 500;

const beforeSignIn = 'there is no user yet';
const startErrors = [
  errors.sso_required,
  errors.invalid_callback,
  errors.eid_rejected,
  errors.eid_not_configured,
  errors.upstream_failed,
  errors.upstream_unavailable,
];
const pushErrors = [...startErrors, errors.invalid_national_id, errors.push_unavailable];
const finishErrors = [
  errors.already_consumed,
  errors.account_locked,
  errors.private_platform,
  errors.mfa_unavailable,
  errors.upstream_failed,
];
const endEvents = [events.signedIn, events.secondFactorAsked, events.signInFailed, events.accountLocked];
const onlyBegun = notAudited('a started sign-in changes no user data; its end is audited');

export type IdentityDeps = StartDeps & FinishDeps;

export function identityRows(deps: IdentityDeps): readonly Row[] {
  const startReply = async (
    { request, reply, tx, prepared }: StartCall,
    purpose: 'browser' | 'initiate',
  ): Promise<StartView> => {
    const binding = purpose === 'browser' && request.header('x-eid-binding') !== undefined ? 'new' : 'none';
    const kept = await keepStarted(deps, tx, prepared, { purpose, binding, language: request.language });
    if (kept.binding !== undefined) reply.header('x-eid-binding', kept.binding);
    return kept.view;
  };
  const push = (nationalId: string, { db, request }: { db: Reader; request: RequestFacts }) =>
    startByPush(deps, db, { nationalId, request });

  return [
    write({
      id: 'auth.eid.start',
      method: 'POST',
      path: '/auth/eid/start',
      access: open('a sign-in has no user yet'),
      limit: auth,
      bodyLimitBytes,
      body: StartBody,
      reply: StartView,
      errors: startErrors,
      audit: onlyBegun,
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'Start an eID sign-in by QR code or link',
      prepare: ({ body }) => startByDeviceLink(deps, body.callback_url),
      handler: (call) => startReply(call, 'browser'),
    }),
    write({
      id: 'auth.eid.start_id',
      method: 'POST',
      path: '/auth/eid/start-id',
      access: open('a sign-in has no user yet'),
      limit: auth,
      bodyLimitBytes,
      body: StartIdBody,
      reply: StartView,
      errors: pushErrors,
      audit: onlyBegun,
      asSystem: beforeSignIn,
      noStore: true,
      summary: "Start an eID sign-in by a push to the person's registered device",
      prepare: (call) => push(call.body.national_id, call),
      handler: (call) => startReply(call, 'browser'),
    }),
    write({
      id: 'auth.eid.poll',
      method: 'POST',
      path: '/auth/eid/poll',
      access: open('the sid and its binding are the proof'),
      limit: poll,
      bodyLimitBytes,
      body: PollBody,
      reply: PollView,
      errors: finishErrors,
      audit: [...endEvents, ...deps.linkOnSignIn.events],
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'Wait up to 25 seconds for the end of a sign-in; COMPLETE returns the token pair once',
      prepare: async ({ body, request, db }) =>
        observe(deps, await findOwn(db, body.sid, own(request)), {
          holdMs,
          verifier: body.user_challenge_verifier ?? null,
          released: request.released,
          now: request.now,
        }),
      handler: async ({ body, request, reply, tx, prepared }) => {
        const isBound = prepared.kind === 'news' && prepared.bound;
        const known = findKnownBrowser(deps.hashKey, request.header('x-eid-known'));
        const browserId = isBound ? (known ?? newBrowserId()) : undefined;
        const answer = await conclude(deps, tx, prepared, { request, linkToken: body.link_token, browserId });
        if ('token' in answer && browserId !== undefined)
          reply.header('x-eid-known', issueKnownBrowser(deps.hashKey, browserId));
        return answer;
      },
    }),
    read({
      id: 'auth.eid.qr',
      path: '/auth/eid/qr/:sid',
      access: open('the sid and its binding are the proof'),
      limit: qr,
      params: BySid,
      reply: QrView,
      errors: [],
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'The current QR text',
      handler: async ({ params, request, db }) =>
        currentQr(deps, await findOwn(db, params.sid, own(request)), request),
    }),
    write({
      id: 'auth.status',
      method: 'GET',
      path: '/auth/status/:sid',
      access: open('the sid is the proof; only a sid from /auth/initiate yields tokens here'),
      limit: status,
      params: BySid,
      reply: PollView,
      errors: finishErrors,
      audit: endEvents,
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'The state of a sign-in, without waiting',
      prepare: async ({
        params,
        request,
        db,
      }): Promise<Observed | { kind: 'looked'; answer: PollAnswer }> => {
        const row = await findOwn(db, params.sid, own(request));
        const isBrowsers = row.purpose === 'browser';
        if (isBrowsers && row.state !== 'pending') return { kind: 'looked', answer: stateOf(row) };
        const { released, now } = request;
        const seen = await observe(deps, row, { holdMs: shortHoldMs, verifier: null, released, now });
        // Report the approval, but leave it to the browser's poll, which alone gets the tokens.
        return isBrowsers && seen.kind === 'news' && seen.poll.state === 'COMPLETE'
          ? { kind: 'looked', answer: { state: 'COMPLETE' } }
          : seen;
      },
      handler: async ({ request, tx, prepared }) =>
        prepared.kind === 'looked' ? unchanged(prepared.answer) : conclude(deps, tx, prepared, { request }),
    }),
    write({
      id: 'auth.refresh',
      method: 'POST',
      path: '/auth/refresh',
      access: open('the refresh token is the proof'),
      limit: authFailures,
      proofLimit: {
        ...perChain,
        keyOf: (body) => recogniseChain(deps.tokens, (body as RefreshBody).refresh_token),
      },
      bodyLimitBytes,
      body: RefreshBody,
      reply: SessionView,
      errors: [errors.missing_refresh_token, errors.invalid_refresh_token],
      audit: [events.refreshed, events.reused],
      asSystem: 'the refresh token identifies its user',
      noStore: true,
      summary: 'Rotate the token pair; reuse of a token ends its session',
      handler: ({ body, request, tx }) => refreshSession(deps, tx, body.refresh_token, request),
    }),
    write({
      id: 'auth.logout',
      method: 'POST',
      path: '/auth/logout',
      access: open('an expired access token, or a valid refresh token, can still sign out', 'auth'),
      limit: authFailures,
      bodyLimitBytes,
      body: LogoutBody,
      reply: Empty,
      errors: [],
      audit: [events.signedOut],
      asSystem: 'the token identifies its session',
      noStore: true,
      summary: 'End the session with its refresh token and all its access tokens',
      handler: async ({ body, request, tx }) => {
        const access = body.access_token ?? bearerOf(request.header('authorization'));
        const { ended } = await signOut(deps, tx, { access, refresh: body.refresh_token });
        return ended ? {} : unchanged({});
      },
    }),
    write({
      id: 'auth.initiate',
      method: 'POST',
      path: '/auth/initiate',
      access: open('a sign-in has no user yet'),
      limit: auth,
      bodyLimitBytes,
      body: InitiateBody,
      reply: StartView,
      errors: pushErrors,
      audit: onlyBegun,
      asSystem: beforeSignIn,
      noStore: true,
      summary: 'Start a sign-in from a mobile app by push; /auth/status reports its end',
      prepare: (call) => push(call.body.national_id, call),
      handler: (call) => startReply(call, 'initiate'),
    }),
  ];
}

type StartCall = { request: RequestFacts; reply: ReplyFacts; tx: WriteTx; prepared: Started };

function own(request: RequestFacts) {
  return { purposes: ['browser', 'initiate'] as const, binding: request.header('x-eid-binding') };
}
