import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import type { RequestCookies } from './cookies.ts';
import { forwardBodyHeaders, readPageEnvelope } from './page-call.ts';
import { sendFailure, sendPageAnswer, sendPageSuccess, sendUpstreamFailure } from './replies.ts';
import { toSafeNext } from './safe-next.ts';
import { signalOfClient } from './send-answer.ts';
import {
  applyCookieChange,
  callWithSession,
  forwardRefreshHeaders,
  hasSession,
  isForgedWrite,
  restoreCsrf,
} from './session-call.ts';
import { findSsoLogoutUrl } from './sso-routes.ts';
import { readSessionTimes } from './tokens.ts';

/** Session routes after sign-in: current user, extend, sign out, expired. They read cookies only. */
export function registerSessionRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies, sessions, upstream } = context;

  app.get('/api/me', async (request, reply) => {
    const own = cookies.read(request);
    if (!hasSession(own)) return sendFailure(request, reply, 'unauthorized');
    const signal = signalOfClient(reply);
    const called = await callWithSession(context, request, own, (authorization) =>
      upstream.call({
        kind: 'call',
        method: 'GET',
        path: '/api/v1/users/me',
        headers: { ...forwardBodyHeaders(context, request), ...(authorization && { authorization }) },
        signal,
      }),
    );
    if (called.kind === 'refresh_unavailable') {
      return sendFailure(request, reply, 'upstream_unavailable', called.retryAfter);
    }
    applyCookieChange(context, reply, own, called.cookies);
    if (called.result.kind === 'failed') return sendUpstreamFailure(request, reply, called.result.reason);
    const { status } = called.result;
    const envelope = await readPageEnvelope(request, reply, called.result);
    if (!envelope) return reply;
    if (status !== 200) return sendPageAnswer(request, reply, { status, envelope });
    const session = readSessionTimes(called.access, called.refresh);
    if (own.csrf === undefined && called.cookies.kind === 'keep') {
      restoreCsrf(context, reply, session.refresh_expires_at);
    }
    return sendPageAnswer(request, reply, { status, envelope, extraData: { session } });
  });

  app.post('/api/auth/extend', async (request, reply) => {
    const own = cookies.read(request);
    if (isForgedWrite(context, request, own)) return sendFailure(request, reply, 'csrf_failed');
    const outcome =
      own.refresh && (await sessions.refresh(own.refresh, forwardRefreshHeaders(context, request)));
    if (outcome && outcome.kind === 'unavailable') {
      return sendFailure(request, reply, 'upstream_unavailable', outcome.retryAfter);
    }
    if (!outcome || outcome.kind === 'ended') {
      applyCookieChange(context, reply, own, { kind: 'clear' });
      return sendFailure(request, reply, 'unauthorized');
    }
    applyCookieChange(context, reply, own, { kind: 'renew', session: outcome.session });
    return sendPageSuccess(request, reply, 'extended', {
      access_expires_at: outcome.session.tokens.accessExpiresAt,
      refresh_expires_at: outcome.session.tokens.refreshExpiresAt,
    });
  });

  /**
   * Revokes the session at the backend, with one retry. If both calls fail, the tokens stay valid there until they
   * expire.
   */
  async function revoke(request: FastifyRequest, own: RequestCookies): Promise<boolean> {
    // The cookie's token may just have been replaced, so its successor has to be revoked.
    const newest = own.refresh === undefined ? undefined : await sessions.end(own.refresh);
    const access = newest?.access ?? own.access;
    const refresh = newest?.refresh ?? own.refresh;
    return (
      (await revokeAtBackend(request, access, refresh)) || (await revokeAtBackend(request, access, refresh))
    );
  }

  async function revokeAtBackend(
    request: FastifyRequest,
    access: string | undefined,
    refresh: string | undefined,
  ): Promise<boolean> {
    const result = await upstream.call({
      kind: 'call',
      method: 'POST',
      path: '/api/v1/auth/logout',
      headers: {
        ...forwardBodyHeaders(context, request),
        'content-type': 'application/json',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
      body: Buffer.from(JSON.stringify(refresh === undefined ? {} : { refresh_token: refresh })),
      timeoutMs: context.timeouts.logoutMs,
    });
    if (result.kind === 'failed') return false;
    result.body.resume();
    // 401 means that the session had already ended.
    return result.status < 400 || result.status === 401;
  }

  app.post('/api/auth/logout', async (request, reply) => {
    const own = cookies.read(request);
    if (isForgedWrite(context, request, own)) return sendFailure(request, reply, 'csrf_failed');
    // Without a session there is no CSRF check, and the logout reference works only once.
    const [revoked, next] = hasSession(own)
      ? await Promise.all([revoke(request, own), findSsoLogoutUrl(context, request)])
      : [true, undefined];
    if (!revoked) request.log.warn('signed out in the browser, but the backend did not confirm the logout');
    reply.header('set-cookie', [
      ...cookies.clearSession(),
      cookies.clearEid(),
      cookies.clearStep('tamga_social_link'),
      cookies.clearStep('tamga_mfa'),
      cookies.clearStep('tamga_sso_logout'),
    ]);
    return sendPageSuccess(request, reply, revoked ? 'signedOut' : 'signedOutHere', {
      revoked,
      ...(next !== undefined && { sso_logout_url: next }),
    });
  });

  app.get<{ Querystring: { next?: unknown } }>('/api/auth/expired', (request, reply) => {
    // Other sites, also siblings of this host, may link here and must not be able to sign people out.
    const site = request.headers['sec-fetch-site'];
    if (site !== 'cross-site' && site !== 'same-site') reply.header('set-cookie', cookies.clearSession());
    const next = encodeURIComponent(toSafeNext(request.query.next));
    return reply.header('cache-control', 'no-store').redirect(`/login?next=${next}&notice=expired`, 307);
  });
}
