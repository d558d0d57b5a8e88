import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, type RequestCookies } from './cookies.ts';
import { isWrite, provesOwnWrite, readCsrfEvidence } from './csrf.ts';
import { forwardRequestHeaders } from './forwarding.ts';
import { parseEnvelope, readBytes } from './response-body.ts';
import type { RefreshOutcome, RenewedSession } from './session-refresh.ts';
import type { UpstreamResult } from './upstream.ts';

const largest401 = 64 * 1024;

/** The change to the browser's cookies, applied once the answer is known. */
export type CookieChange = { kind: 'keep' } | { kind: 'renew'; session: RenewedSession } | { kind: 'clear' };

export type SessionCallResult =
  | {
      kind: 'done';
      result: UpstreamResult;
      cookies: CookieChange;
      access: string | undefined;
      refresh: string | undefined;
    }
  | { kind: 'refresh_unavailable'; retryAfter: string };

export function hasSession(cookies: RequestCookies): boolean {
  return cookies.access !== undefined || cookies.refresh !== undefined;
}

/** Contract 3.2: a write that the session cookies authenticate must prove that our own page sent it. */
export function isForgedWrite(
  context: PortalContext,
  request: FastifyRequest,
  cookies: RequestCookies,
): boolean {
  if (!isWrite(request.method) || !hasSession(cookies)) return false;
  return !provesOwnWrite(readCsrfEvidence(request, cookies.csrf), context.appOrigin);
}

/**
 * Calls the backend with the session of the cookies. Renews the session in advance if the access cookie has expired,
 * and once, with one retry, if the backend answers 401.
 */
export async function callWithSession(
  context: PortalContext,
  request: FastifyRequest,
  cookies: RequestCookies,
  call: (authorization: string | undefined) => Promise<UpstreamResult>,
): Promise<SessionCallResult> {
  const { sessions } = context;
  let { access, refresh } = cookies;
  let change: CookieChange = { kind: 'keep' };
  let isRenewed = false;

  function adopt(outcome: Exclude<RefreshOutcome, { kind: 'unavailable' }>): void {
    isRenewed = true;
    if (outcome.kind === 'renewed') {
      access = outcome.session.tokens.access;
      refresh = outcome.session.tokens.refresh;
      change = { kind: 'renew', session: outcome.session };
    } else {
      access = undefined;
      refresh = undefined;
      change = { kind: 'clear' };
    }
  }

  if (refresh !== undefined) {
    const outcome = await (access === undefined ? renew(refresh) : sessions.findRecent(refresh));
    if (outcome?.kind === 'unavailable')
      return { kind: 'refresh_unavailable', retryAfter: outcome.retryAfter };
    if (outcome) adopt(outcome);
  }

  function renew(token: string): Promise<RefreshOutcome> {
    return sessions.refresh(token, forwardRefreshHeaders(context, request));
  }

  let result = await call(bearer(access));
  if (result.kind === 'answer' && result.status === 401 && access !== undefined) {
    const bytes = (await readBytes(result.body, largest401)) ?? Buffer.alloc(0);
    const { 'content-length': _replaced, ...headers } = result.headers;
    result = { ...result, headers, body: Readable.from([bytes]) };
    // `reauth_required` concerns the upstream SSO, so a new token pair would not help.
    const isAboutSession = parseEnvelope(bytes)?.error !== 'reauth_required';
    if (isAboutSession && refresh === undefined) change = { kind: 'clear' };
    if (isAboutSession && refresh !== undefined && !isRenewed) {
      const outcome = await renew(refresh);
      if (outcome.kind === 'unavailable')
        return { kind: 'refresh_unavailable', retryAfter: outcome.retryAfter };
      adopt(outcome);
      if (outcome.kind === 'renewed') result = await call(bearer(access));
    }
  }
  return { kind: 'done', result, cookies: change, access, refresh };
}

/** A refresh carries the client's address and language, so that rate limits count the client and not the portal. */
export function forwardRefreshHeaders(context: PortalContext, request: FastifyRequest) {
  const headers = forwardRequestHeaders(request, context.appOrigin);
  const names = [
    'accept-language',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-request-id',
  ];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

export function applyCookieChange(
  context: PortalContext,
  reply: FastifyReply,
  cookies: RequestCookies,
  change: CookieChange,
): void {
  if (change.kind === 'keep') return;
  // A cache that stored this answer would give the session to other visitors.
  reply.header('cache-control', 'no-store');
  const latest = change.kind === 'renew' ? context.sessions.findLatest(change.session) : undefined;
  if (latest) {
    reply.header('set-cookie', context.cookies.forSession(latest.tokens, cookies.csrf ?? latest.spareCsrf));
  } else {
    reply.header('set-cookie', context.cookies.clearSession());
  }
}

/** A session without its csrf cookie could not write any more; the next call of /api/me restores the cookie. */
export function restoreCsrf(
  context: PortalContext,
  reply: FastifyReply,
  refreshExpiresAt: string | undefined,
): void {
  reply.header('set-cookie', context.cookies.forCsrf(createCsrfValue(), refreshExpiresAt));
}

function bearer(access: string | undefined): string | undefined {
  return access === undefined ? undefined : `Bearer ${access}`;
}
