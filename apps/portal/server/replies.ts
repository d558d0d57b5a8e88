import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, type FailureCode, failures, texts } from './messages.ts';
import { drainBody } from './request-body.ts';
import { pathOf } from './request-path.ts';
import type { BackendEnvelope } from './response-body.ts';
import { withoutTokens } from './strip-tokens.ts';
import type { UpstreamFailure } from './upstream.ts';

/** Body of every answer of /api/auth/* and /api/me. */
export interface PageAnswer {
  ok: boolean;
  status: number;
  message: string;
  error?: string;
  data?: unknown;
  fieldErrors?: Record<string, string>;
  request_id: string;
}

/** Sends a failure of the browser layer itself, in the shape that the called route promises. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  code: FailureCode,
  retryAfter = '2',
) {
  const failure = failures[code];
  const message = failure[chooseLanguage(request.headers['accept-language'])];
  drainBody(request);
  reply.code(failure.status).header('cache-control', 'no-store');
  if (failure.status === 503) reply.header('retry-after', retryAfter);
  return isPageRoute(request)
    ? reply.send({
        ok: false,
        status: failure.status,
        message,
        error: code,
        request_id: request.id,
      } satisfies PageAnswer)
    : reply.send({ status: false, message, error: code, request_id: request.id });
}

export function sendUpstreamFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: UpstreamFailure['reason'],
) {
  switch (reason) {
    case 'too_large':
      return sendFailure(request, reply, 'payload_too_large');
    case 'timeout':
      return sendFailure(request, reply, 'timeout');
    case 'aborted':
    case 'unreachable':
      return sendFailure(request, reply, 'upstream_unavailable');
  }
}

/** Sends a backend answer in the page's shape: same HTTP status, no tokens, field errors by field. */
export function sendPageAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  upstream: { status: number; envelope: BackendEnvelope; extraData?: Record<string, unknown> },
) {
  const { status, envelope, extraData } = upstream;
  const fieldErrors = readFieldErrors(envelope.data);
  const data = withoutTokens(envelope.data);
  const answer: PageAnswer = {
    ok: envelope.status && status < 400,
    status,
    message: envelope.message,
    ...(envelope.error !== undefined && { error: envelope.error }),
    ...(data !== undefined && { data: extraData && isRecord(data) ? { ...data, ...extraData } : data }),
    ...(fieldErrors && { fieldErrors }),
    request_id: request.id,
  };
  return reply.code(status).header('cache-control', 'no-store').send(answer);
}

export function sendPageSuccess(
  request: FastifyRequest,
  reply: FastifyReply,
  text: keyof typeof texts,
  data: Record<string, unknown>,
) {
  const message = texts[text][chooseLanguage(request.headers['accept-language'])];
  const answer: PageAnswer = { ok: true, status: 200, message, data, request_id: request.id };
  return reply.code(200).header('cache-control', 'no-store').send(answer);
}

function isPageRoute(request: FastifyRequest): boolean {
  const path = pathOf(request.url);
  return path === '/api/me' || path.startsWith('/api/auth/');
}

function readFieldErrors(data: unknown): Record<string, string> | undefined {
  if (!isRecord(data) || !Array.isArray(data.errors)) return undefined;
  const found = new Map<string, string>();
  for (const item of data.errors) {
    if (!isRecord(item) || typeof item.field !== 'string' || typeof item.message !== 'string') continue;
    if (!found.has(item.field)) found.set(item.field, item.message);
  }
  return found.size > 0 ? Object.fromEntries(found) : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
