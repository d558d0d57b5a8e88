import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { isWrite } from './csrf.ts';
import { forwardRequestHeaders, forwardResponseHeaders } from './forwarding.ts';
import { isOwnRead } from './own-read.ts';
import { sendFailure, sendUpstreamFailure } from './replies.ts';
import { reportForgery } from './report-forgery.ts';
import { isUpload, largestBufferedBytes, readBody, streamBody } from './request-body.ts';
import { readPathSegments } from './request-path.ts';
import { readBytes } from './response-body.ts';
import { apiHeaders } from './security-headers.ts';
import { isBodiless, isJson, signalOfClient, streamAnswer } from './send-answer.ts';
import { applyCookieChange, callWithSession, hasSession, isForgedWrite } from './session-call.ts';
import { stripTokensFromJson } from './strip-tokens.ts';
import type { CallKind, UpstreamAnswer } from './upstream.ts';

const bodyLimits = { bytes: 1024 * 1024, ms: 30_000 };
/** The backend takes a small file of a person's space as base64. */
const spaceUploadBytes = largestBufferedBytes;
const largestJson = 32 * 1024 * 1024;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Forwards /api/v1 to the backend: pages with the session of their cookies, callers with a token unchanged. */
export function registerApiProxy(app: FastifyInstance, context: PortalContext): void {
  app.route({
    method: methods,
    url: '/api/v1/*',
    handler: (request, reply) => {
      const segments = readPathSegments(request.raw.url ?? '');
      if (!segments || isWithheld(request, segments)) return sendFailure(request, reply, 'not_found');
      const { authorization, 'x-api-key': key } = request.headers;
      // An assistant's key is a credential like a token, so no session is added to it.
      const carriesToken = authorization !== undefined || key !== undefined;
      // A preflight carries no credentials by design and precedes a call with a token.
      return carriesToken || request.method === 'OPTIONS'
        ? passBearerCall(context, request, reply, segments)
        : passSessionCall(context, request, reply, segments);
    },
  });
}

/**
 * Sign-in answers carry tokens, and a script must never receive them: pages use /api/auth/*, which keeps the tokens
 * in cookies. So everything below `auth` and `sso` is hidden from callers without Authorization and from every
 * browser (a script can add an Authorization header, but cannot remove Sec-Fetch-Site). Native apps sign in at the
 * API's own address. Pages may still read and unlink the person's social account. Tokens of connected services are for
 * server-side callers, who call the API's own address too.
 */
function isWithheld(request: FastifyRequest, segments: string[]): boolean {
  const [, , module = '', ...rest] = segments.map((segment) => segment.toLowerCase());
  if (module === 'integrations' && rest[1] === 'token') return true;
  if (module !== 'auth' && module !== 'sso') return false;
  const isLink = module === 'auth' && rest.join('/') === 'social/link';
  if (isLink && (request.method === 'GET' || request.method === 'DELETE')) return false;
  const isBrowser = request.headers['sec-fetch-site'] !== undefined;
  return isBrowser || request.headers.authorization === undefined;
}

async function passBearerCall(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  segments: readonly string[],
) {
  const { authorization, 'content-length': contentLength } = request.headers;
  const result = await context.upstream.call({
    kind: isUpload(request) ? 'upload' : 'call',
    method: request.method,
    path: request.raw.url ?? '/',
    headers: {
      ...forwardRequestHeaders(request, context.appOrigin),
      ...(authorization !== undefined && { authorization }),
      ...(contentLength !== undefined && { 'content-length': contentLength }),
    },
    body: streamBody(request, largestBody(request, segments)),
    signal: signalOfClient(reply),
    ...longerTime(context, segments),
  });
  if (result.kind === 'failed') return sendUpstreamFailure(request, reply, result.reason);
  const headers = forwardResponseHeaders(result.headers, { setCookie: false, cors: true });
  return streamAnswer(reply, result, { ...apiHeaders, ...headers });
}

async function passSessionCall(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  segments: readonly string[],
) {
  const own = context.cookies.read(request);
  const isForgedRead =
    !isWrite(request.method) && hasSession(own) && !isOwnRead(request.headers, segments, context.appOrigin);
  if (isForgedRead || isForgedWrite(context, request, own)) {
    void reportForgery(context, request, own.access);
    return sendFailure(request, reply, 'csrf_failed');
  }
  const takeBody = await openBody(request, segments);
  const signal = signalOfClient(reply);
  const { 'accept-encoding': _compressed, ...headers } = forwardRequestHeaders(request, context.appOrigin);
  const called = await callWithSession(context, request, own, async (authorization) => {
    const body = takeBody();
    if (body === 'spent') return { kind: 'failed', reason: 'unreachable' };
    return context.upstream.call({
      // An event stream runs without the call timeout, as a poll does: heartbeats keep it alive, and shutdown
      // releases it.
      kind: kindOf(request),
      method: request.method,
      path: request.raw.url ?? '/',
      headers: { ...headers, ...(authorization !== undefined && { authorization }), ...body?.headers },
      body: body?.content,
      signal,
      ...longerTime(context, segments),
    });
  });
  if (called.kind === 'refresh_unavailable') {
    return sendFailure(request, reply, 'upstream_unavailable', called.retryAfter);
  }
  applyCookieChange(context, reply, own, called.cookies);
  if (called.result.kind === 'failed') return sendUpstreamFailure(request, reply, called.result.reason);
  // An answer fetched with a session is private unless the backend says otherwise.
  if (hasSession(own) && called.result.headers['cache-control'] === undefined) {
    reply.header('cache-control', 'no-store');
  }
  return sendStripped(request, reply, called.result);
}

/** Calls that the backend may take longer for than for others. */
function longerTime({ timeouts }: PortalContext, segments: readonly string[]): { timeoutMs?: number } {
  if (isCopy(segments)) return { timeoutMs: timeouts.copyMs };
  const [area, part] = segments.slice(2);
  const isAssistant = area === 'ai' || (area === 'public' && part === 'ai');
  return isAssistant ? { timeoutMs: timeouts.assistantMs } : {};
}

/** Matches `…/files/to-space` and `…/files/from-space`, whose answer comes when the whole file is copied. */
function isCopy(segments: readonly string[]): boolean {
  const [module, , parent, last = ''] = segments.slice(2);
  return module === 'integrations' && parent === 'files' && last.endsWith('-space');
}

interface OpenedBody {
  content: Buffer | Readable;
  headers: { 'content-length'?: string };
}

/**
 * Buffers a page's body, so that the call can be repeated with a renewed session. A file is streamed and cannot be
 * repeated: if the session expires during the upload, the page has to send the file again.
 */
async function openBody(
  request: FastifyRequest,
  segments: readonly string[],
): Promise<() => OpenedBody | 'spent' | undefined> {
  if (!isUpload(request)) {
    const bytes = await readBody(request, { ...bodyLimits, bytes: largestBody(request, segments) });
    return () => (bytes.length > 0 ? { content: bytes, headers: {} } : undefined);
  }
  const stream = streamBody(request, largestBody(request, segments));
  const { 'content-length': length } = request.headers;
  let isSpent = false;
  return () => {
    if (stream === undefined) return undefined;
    if (isSpent) return 'spent';
    isSpent = true;
    return { content: stream, headers: length === undefined ? {} : { 'content-length': length } };
  };
}

/** A streamed file has no limit here: the backend knows the largest of each kind, and explains it. */
function largestBody(request: FastifyRequest, segments: readonly string[]): number {
  if (isUpload(request)) return Number.POSITIVE_INFINITY;
  return segments.slice(2).join('/') === 'gspace/upload' ? spaceUploadBytes : bodyLimits.bytes;
}

function kindOf(request: FastifyRequest): CallKind {
  if (isUpload(request)) return 'upload';
  return wantsEvents(request) ? 'poll' : 'call';
}

function wantsEvents(request: FastifyRequest): boolean {
  return request.headers.accept === 'text/event-stream';
}

async function sendStripped(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer) {
  const headers = forwardResponseHeaders(answer.headers, { setCookie: false, cors: false });
  if (!isJson(answer.headers['content-type']) || isBodiless(request, answer.status)) {
    return streamAnswer(reply, answer, { ...apiHeaders, ...headers });
  }
  const isCompressed = (answer.headers['content-encoding'] ?? 'identity') !== 'identity';
  const bytes = isCompressed ? undefined : await readBytes(answer.body, largestJson);
  const stripped = bytes && stripTokensFromJson(bytes);
  if (!stripped) {
    answer.body.destroy();
    return sendFailure(request, reply, 'upstream_failed');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length' && !reply.hasHeader(name)) reply.header(name, value);
  }
  return reply.code(answer.status).send(stripped);
}
