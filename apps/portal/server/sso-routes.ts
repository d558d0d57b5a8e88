import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, isStepSecret } from './cookies.ts';
import { provesSameOrigin, readCsrfEvidence } from './csrf.ts';
import { forwardBodyHeaders, readPageEnvelope } from './page-call.ts';
import { isRecord, sendFailure, sendPageAnswer, sendUpstreamFailure } from './replies.ts';
import { readBody } from './request-body.ts';
import { readJson } from './response-body.ts';
import { isWebAddress, readNext } from './safe-next.ts';
import { isJson, signalOfClient } from './send-answer.ts';
import type { UpstreamAnswer } from './upstream.ts';

const nativeBodyLimits = { bytes: 8 * 1024, ms: 10_000 };
const largestAnswer = 256 * 1024;
/** The server's limit for `next`. */
const fitsServer = (next: string) => next.length <= 512;

/** Errors of contract 3.4 that a single sign-on can end with. */
type SsoError =
  | 'stale_request'
  | 'state_mismatch'
  | 'no_code'
  | 'access_denied'
  | 'provider_unreachable'
  | 'exchange_failed'
  | 'session_failed'
  | 'private_platform'
  | 'account_disabled'
  | 'account_locked';

const errorOfBackend = new Map<string | undefined, SsoError>([
  ['invalid_state', 'stale_request'],
  ['exchange_failed', 'exchange_failed'],
  ['validation_failed', 'exchange_failed'],
  ['not_configured', 'provider_unreachable'],
  ['upstream_unavailable', 'provider_unreachable'],
  ['timeout', 'provider_unreachable'],
  ['private_platform', 'private_platform'],
  ['account_disabled', 'account_disabled'],
  ['account_locked', 'account_locked'],
]);

/** RFC 6749, 4.1.2.1. The provider's own text is never shown, only our word for it. */
const errorOfProvider = new Map<string, SsoError>([
  ['access_denied', 'access_denied'],
  ['server_error', 'provider_unreachable'],
  ['temporarily_unavailable', 'provider_unreachable'],
]);

type Called =
  | { ok: true; answer: UpstreamAnswer; data: Record<string, unknown> }
  | { ok: false; error: SsoError };

type Query = Record<string, unknown>;

/** Single sign-on at an upstream provider. The browser makes two navigations; the tokens stay in cookies. */
export function registerSsoRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies, upstream } = context;

  async function callBackend(
    request: FastifyRequest,
    path: string,
    body: object,
    binding: string,
  ): Promise<Called> {
    const answer = await upstream.call({
      kind: 'call',
      method: 'POST',
      path: `/api/v1/sso/${path}`,
      headers: {
        ...forwardBodyHeaders(context, request),
        'content-type': 'application/json',
        'x-sso-binding': binding,
      },
      body: Buffer.from(JSON.stringify(body)),
    });
    if (answer.kind === 'failed') return { ok: false, error: 'session_failed' };
    const envelope = await readJson(answer.body, largestAnswer);
    return answer.status < 400 && isRecord(envelope?.data)
      ? { ok: true, answer, data: envelope.data }
      : { ok: false, error: errorOfBackend.get(envelope?.error) ?? 'session_failed' };
  }

  app.get<{ Querystring: Query }>('/api/auth/sso/start', async (request, reply) => {
    const next = readNext(request.query.next, context.appOrigin, fitsServer);
    const called = await callBackend(
      request,
      'start',
      { next },
      cookies.readStep(request, 'tamga_sso') ?? 'new',
    );
    if (!called.ok) return goToSignIn(reply, { sso_error: called.error, next });
    const { auth_url: authUrl } = called.data;
    const binding = called.answer.headers['x-sso-binding'];
    if (!isWebAddress(authUrl) || !isStepSecret(binding))
      return goToSignIn(reply, { sso_error: 'session_failed', next });
    reply.header('set-cookie', cookies.forStep('tamga_sso', binding));
    return redirectPrivately(reply, authUrl, 302);
  });

  app.get<{ Querystring: Query }>('/sso/callback', async (request, reply) => {
    const { code, state, iss, error } = request.query;
    if (error !== undefined)
      return goToSignIn(reply, { sso_error: errorOfProvider.get(String(error)) ?? 'exchange_failed' });
    if (typeof code !== 'string' || code === '') return goToSignIn(reply, { sso_error: 'no_code' });
    const binding = cookies.readStep(request, 'tamga_sso');
    // A browser that started no sign-in must not finish a sign-in that an attacker started (login CSRF).
    if (typeof state !== 'string' || binding === undefined)
      return goToSignIn(reply, { sso_error: 'state_mismatch' });
    const body = { code, state, ...(typeof iss === 'string' && { iss }) };
    const called = await callBackend(request, 'callback', body, binding);
    if (!called.ok) return goToSignIn(reply, { sso_error: called.error });
    const next = readNext(called.data.next, context.appOrigin, fitsServer);
    const outcome = setSignedIn(reply, called.data);
    if (outcome === 'second-factor') return goToSignIn(reply, { mfa: '1', next });
    return outcome === 'session'
      ? redirectPrivately(reply, next, 303)
      : goToSignIn(reply, { sso_error: 'session_failed' });
  });

  app.post('/api/auth/sso/native', async (request, reply) => {
    if (!isOwnOrNative(request, context.appOrigin)) return sendFailure(request, reply, 'csrf_failed');
    const body = await readBody(request, nativeBodyLimits);
    if (!isJson(request.headers['content-type']))
      return sendFailure(request, reply, 'unsupported_media_type');
    const answer = await upstream.call({
      kind: 'call',
      method: 'POST',
      path: '/api/v1/sso/native',
      headers: { ...forwardBodyHeaders(context, request), 'content-type': 'application/json' },
      body,
      signal: signalOfClient(reply),
    });
    if (answer.kind === 'failed') return sendUpstreamFailure(request, reply, answer.reason);
    const envelope = await readPageEnvelope(request, reply, answer);
    if (!envelope) return reply;
    if (answer.status >= 400 || !isRecord(envelope.data))
      return sendPageAnswer(request, reply, { status: answer.status, envelope });
    setSignedIn(reply, envelope.data);
    const { sso_logout_ref: _inCookie, ...data } = envelope.data;
    return sendPageAnswer(request, reply, { status: answer.status, envelope: { ...envelope, data } });
  });

  function setSignedIn(
    reply: FastifyReply,
    data: Record<string, unknown>,
  ): 'session' | 'second-factor' | 'nothing' {
    const { sso_logout_ref: ref, mfa_required: isStopped, mfa_token: mfaToken } = data;
    const logout = isStepSecret(ref) ? [cookies.forStep('tamga_sso_logout', ref)] : [];
    if (isStopped === true && isStepSecret(mfaToken)) {
      reply.header('set-cookie', [cookies.forStep('tamga_mfa', mfaToken), ...logout]);
      return 'second-factor';
    }
    const tokens = context.readTokens(data);
    if (!tokens) return 'nothing';
    reply.header('set-cookie', [...cookies.forSession(tokens, createCsrfValue()), ...logout]);
    return 'session';
  }
}

/** Finds the upstream's logout page. If there is none, the local sign-out still succeeds. */
export async function findSsoLogoutUrl(
  context: PortalContext,
  request: FastifyRequest,
): Promise<string | undefined> {
  const ref = context.cookies.readStep(request, 'tamga_sso_logout');
  if (ref === undefined) return undefined;
  const answer = await context.upstream.call({
    kind: 'call',
    method: 'POST',
    path: '/api/v1/sso/logout',
    headers: { ...forwardBodyHeaders(context, request), 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ ref })),
    timeoutMs: context.timeouts.logoutMs,
  });
  if (answer.kind === 'failed') return undefined;
  const envelope = await readJson(answer.body, largestAnswer);
  const url = isRecord(envelope?.data) ? envelope.data.sso_logout_url : undefined;
  return isWebAddress(url) ? url : undefined;
}

/** Our own page, or a client that is not a browser and sends the constant of contract 3.2. */
function isOwnOrNative(request: FastifyRequest, appOrigin: string): boolean {
  const evidence = readCsrfEvidence(request, undefined);
  const isBrowser = evidence.origin !== undefined || evidence.fetchSite !== undefined;
  return isBrowser ? provesSameOrigin(evidence, appOrigin) : evidence.header === '1';
}

function goToSignIn(reply: FastifyReply, query: { sso_error?: SsoError; mfa?: '1'; next?: string }) {
  const { next, ...rest } = query;
  const words = new URLSearchParams({ ...rest, ...(next !== undefined && next !== '/' && { next }) });
  return redirectPrivately(reply, `/login?${words}`, 303);
}

/** The current address holds a code and a state, so it must be neither stored nor sent as a referrer. */
function redirectPrivately(reply: FastifyReply, to: string, status: 302 | 303) {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(to, status);
}
