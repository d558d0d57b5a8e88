import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, isStepSecret } from './cookies.ts';
import { forwardBodyHeaders } from './page-call.ts';
import { isRecord } from './replies.ts';
import { pathOf } from './request-path.ts';
import { readJson } from './response-body.ts';
import { isWebAddress, readNext } from './safe-next.ts';
import { signalOfClient } from './send-answer.ts';
import { explainFailure, type SocialError } from './social-errors.ts';

type Purpose = 'sign_in' | 'superadmin' | 'onboarding';

/** State kept in cookies while the person is at the provider. */
interface Flow {
  purpose: Purpose;
  state: string;
  nonce: string;
  codeVerifier: string;
}

type Outcome = { ok: true; data: Record<string, unknown> } | { ok: false; error: SocialError };

const largestAnswer = 64 * 1024;
/** `next` waits in a cookie, which is encoded. */
const fitsCookie = (next: string) => encodeURIComponent(next).length <= 1000;
const onboardingPage = '/superadmin/onboarding';

/** Sign-in and onboarding with a social account. Browsers arrive by navigation, so every answer is a redirect. */
export function registerSocialRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies } = context;
  const redirectUri = `${context.appOrigin}/api/auth/social/callback`;
  clearUnclaimedLinkOffers(app, context);

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    body: object,
  ): Promise<Outcome> {
    const result = await context.upstream.call({
      kind: 'call',
      method: 'POST',
      path: `/api/v1/auth/${path}`,
      headers: { ...forwardBodyHeaders(context, request), 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      signal: signalOfClient(reply),
    });
    if (result.kind === 'failed') return { ok: false, error: 'session_failed' };
    const envelope = await readJson(result.body, largestAnswer);
    if (result.status >= 400) return { ok: false, error: explainFailure(envelope?.error) };
    return isRecord(envelope?.data)
      ? { ok: true, data: envelope.data }
      : { ok: false, error: 'session_failed' };
  }

  function fail(reply: FastifyReply, purpose: Purpose, error: SocialError, next = '/') {
    const target =
      purpose === 'onboarding'
        ? `${onboardingPage}?sso_error=${error}`
        : loginPath({ sso_error: error }, next);
    return redirect(reply, target);
  }

  app.get<{ Querystring: { next?: unknown; onboard?: unknown; superadmin?: unknown } }>(
    '/api/auth/social/start',
    async (request, reply) => {
      const purpose = readPurpose(request.query);
      const next = readNext(request.query.next, context.appOrigin, fitsCookie);
      // Another site may link here and start a flow that ends in our visitor's browser (login CSRF).
      const site = request.headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return fail(reply, purpose, 'stale_request', next);
      const begun = await ask(request, reply, 'social/start', { purpose });
      if (!begun.ok) return fail(reply, purpose, begun.error, next);
      const { auth_url: address, state, nonce, code_verifier: verifier } = begun.data;
      if (!isWebAddress(address)) return fail(reply, purpose, 'social_failed', next);
      reply.header('set-cookie', [
        cookies.forStep('tamga_social_state', [purpose, state, nonce, verifier].join('.')),
        cookies.forStep('tamga_social_next', next),
        cookies.clearStep('tamga_social_link'),
      ]);
      return redirect(reply, address, 302);
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>('/api/auth/social/callback', async (request, reply) => {
    const flow = readFlow(cookies.readStep(request, 'tamga_social_state'));
    if (flow === undefined) return fail(reply, 'sign_in', 'stale_request');
    const { purpose } = flow;
    // The flow's cookies stay: a forged return must not break an honest flow.
    if (!isSame(request.query.state, flow.state)) return fail(reply, purpose, 'state_mismatch');
    const next = readNext(cookies.readStep(request, 'tamga_social_next'), context.appOrigin, fitsCookie);
    const spent = [cookies.clearStep('tamga_social_state'), cookies.clearStep('tamga_social_next')];
    reply.header('set-cookie', spent);
    const { code, error } = request.query;
    if (error !== undefined)
      return fail(reply, purpose, error === 'access_denied' ? 'social_cancelled' : 'social_failed', next);
    if (typeof code !== 'string' || code === '') return fail(reply, purpose, 'no_code', next);
    const path = purpose === 'onboarding' ? 'superadmin/onboard/social' : 'social';
    const outcome = await ask(request, reply, path, {
      code,
      redirect_uri: redirectUri,
      code_verifier: flow.codeVerifier,
      nonce: flow.nonce,
    });
    if (!outcome.ok) return fail(reply, purpose, outcome.error, next);
    const nextStep = chooseNextStep(context, outcome.data, next);
    if (nextStep === undefined) return fail(reply, purpose, 'session_failed', next);
    reply.header('set-cookie', nextStep.cookies);
    return redirect(reply, nextStep.target);
  });
}

/** Chooses the next page and the cookies for it; a second factor comes first. */
function chooseNextStep(
  { cookies, readTokens }: PortalContext,
  data: Record<string, unknown>,
  next: string,
): { cookies: string[]; target: string } | undefined {
  const { mfa_token: mfa, link_token: link, onboard_token: onboard, user } = data;
  if (isStepSecret(mfa))
    return { cookies: [cookies.forStep('tamga_mfa', mfa)], target: loginPath({ mfa: '1' }, next) };
  if (isStepSecret(onboard))
    return { cookies: [cookies.forStep('tamga_onboard', onboard)], target: onboardingPage };
  if (isStepSecret(link))
    return { cookies: [cookies.forStep('tamga_social_link', link)], target: loginPath({ slink: '1' }, next) };
  const tokens = readTokens(user);
  return tokens && { cookies: cookies.forSession(tokens, createCsrfValue()), target: next };
}

/**
 * A proven social account that waits for eID is linked to the next person who signs in with eID. A visitor who opens
 * the sign-in page without that notice (the next person at a shared computer) must not be linked, so the offer is
 * cleared.
 */
function clearUnclaimedLinkOffers(app: FastifyInstance, { cookies }: PortalContext): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || pathOf(request.url) !== '/login') return;
    const query = new URL(request.url, 'http://localhost').searchParams;
    if (query.get('slink') === '1' || query.get('glink') === '1') return;
    if (cookies.readStep(request, 'tamga_social_link') !== undefined)
      reply.header('set-cookie', cookies.clearStep('tamga_social_link'));
  });
}

/** Super administrators use a social account even if everybody else signs in at the upstream. */
function readPurpose(query: { onboard?: unknown; superadmin?: unknown }): Purpose {
  if (query.onboard === '1') return 'onboarding';
  return query.superadmin === '1' ? 'superadmin' : 'sign_in';
}

function redirect(reply: FastifyReply, target: string, status: 302 | 303 = 303) {
  return reply.header('cache-control', 'no-store').redirect(target, status);
}

function loginPath(query: Record<string, string>, next: string): string {
  return `/login?${new URLSearchParams({ ...query, ...(next !== '/' && { next }) })}`;
}

function readFlow(value: string | undefined): Flow | undefined {
  const [purpose, state, nonce, codeVerifier] = value?.split('.') ?? [];
  if (state === undefined || nonce === undefined || codeVerifier === undefined) return undefined;
  const isOther = purpose === 'onboarding' || purpose === 'superadmin';
  return { purpose: isOther ? purpose : 'sign_in', state, nonce, codeVerifier };
}

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
