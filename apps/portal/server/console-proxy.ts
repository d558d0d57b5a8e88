import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleHost, isOnHost } from './console-host.ts';
import type { PortalContext } from './context.ts';
import { isWrite } from './csrf.ts';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  type HeaderMap,
  readSetCookies,
} from './forwarding.ts';
import { isOwnRead } from './own-read.ts';
import { sendFailure, sendUpstreamFailure } from './replies.ts';
import { readBody } from './request-body.ts';
import { readPathSegments } from './request-path.ts';
import { apiHeaders } from './security-headers.ts';
import { signalOfClient, streamAnswer } from './send-answer.ts';

/** Two hundred organisations with the longest names and reasons stay below this. */
const bodyLimits = { bytes: 1024 * 1024, ms: 30_000 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Serves the operator console's pages on its host and forwards /api/platform/v1. The backend decides by the Host
 * header alone, so the browser's Host is forwarded unchanged; a citizen's session and an Authorization header are
 * never forwarded.
 */
export function registerConsole(app: FastifyInstance, context: PortalContext, console: ConsoleHost): void {
  keepHostsApart(app, console);
  app.route({
    method: methods,
    url: '/api/platform/v1/*',
    handler: (request, reply) => passConsoleCall(context, request, reply),
  });
}

async function passConsoleCall(context: PortalContext, request: FastifyRequest, reply: FastifyReply) {
  const { host } = request.headers;
  const segments = readPathSegments(request.raw.url ?? '');
  const origin = `${new URL(context.appOrigin).protocol}//${host}`;
  if (!segments || host === undefined || !URL.canParse(origin))
    return sendFailure(request, reply, 'not_found');
  const body = await readBody(request, bodyLimits);
  const cookie = keepConsoleCookies(request.headers.cookie);
  // A lookup leaves an entry in the person's access log, so a link on another site must not trigger it.
  if (cookie !== undefined && !isWrite(request.method) && !isOwnRead(request.headers, segments, origin))
    return sendFailure(request, reply, 'csrf_failed');
  const headers: HeaderMap = {
    ...forwardRequestHeaders(request, origin),
    host,
    ...(cookie !== undefined && { cookie }),
  };
  const result = await context.upstream.call({
    kind: segments.at(-1) === 'poll' ? 'poll' : 'call',
    method: request.method,
    path: request.raw.url ?? '/',
    headers,
    ...(body.length > 0 && { body }),
    signal: signalOfClient(reply),
  });
  if (result.kind === 'failed') return sendUpstreamFailure(request, reply, result.reason);
  const answer = forwardResponseHeaders(result.headers, { setCookie: false, cors: false });
  const own = readSetCookies(result.headers).filter(isConsoleCookie);
  return streamAnswer(reply, result, {
    ...apiHeaders,
    'cache-control': 'no-store',
    ...answer,
    ...(own.length > 0 && { 'set-cookie': own }),
  });
}

function keepConsoleCookies(header: string | undefined): string | undefined {
  const own = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter(isConsoleCookie);
  return own.length > 0 ? own.join('; ') : undefined;
}

function isConsoleCookie(pair: string): boolean {
  return /^(?:__Host-)?cp_session=/.test(pair);
}

/** With a separate console host, console pages answer on that host only and citizens' pages never answer there. */
function keepHostsApart(app: FastifyInstance, console: ConsoleHost): void {
  if (console === 'any') return;
  app.addHook('onRequest', async (request, reply) => {
    const path = normalizedPath(request);
    if (!isOnHost(console, request.headers.host))
      return isConsolePage(path) ? sendFailure(request, reply, 'not_found') : undefined;
    if (path === '/') return reply.redirect('/console');
    return isForConsole(path) ? undefined : sendFailure(request, reply, 'not_found');
  });
}

/** Normalizes the path as the app's router does: decoded, lower case, single slashes. */
function normalizedPath(request: FastifyRequest): string {
  const [path = '/'] = (request.raw.url ?? '/').split(/[?#]/);
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A broken escape matches no page, so the raw path is good enough.
  }
  return decoded.replace(/\/{2,}/g, '/').toLowerCase();
}

function isConsolePage(path: string): boolean {
  return /^\/console(?:\/|$)/.test(path);
}

function isForConsole(path: string): boolean {
  if (isConsolePage(path) || path === '/health') return true;
  // The console's calls, and the files that every page loads.
  return /^\/(?:api\/platform\/v1|assets)\//.test(path) || /^\/[\w-]+\.\w+$/.test(path);
}
