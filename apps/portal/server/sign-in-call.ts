import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { provesSameOrigin, readCsrfEvidence } from './csrf.ts';
import type { HeaderMap } from './forwarding.ts';
import { forwardBodyHeaders, readPageEnvelope } from './page-call.ts';
import { isRecord, sendFailure, sendUpstreamFailure } from './replies.ts';
import { readBody } from './request-body.ts';
import type { BackendEnvelope } from './response-body.ts';
import { isJson, signalOfClient } from './send-answer.ts';
import type { CallKind, UpstreamAnswer } from './upstream.ts';

const bodyLimits = { bytes: 4 * 1024, ms: 10_000 };

export interface SignInCall {
  kind: CallKind;
  path: string;
  headers?: HeaderMap;
  /** Fields from this step's cookies; a field that the page itself sent wins. */
  fields?: Record<string, string | undefined>;
}

/**
 * Forwards a sign-in step of our own page. These routes read cookies only: an Authorization header is neither used
 * nor forwarded. Returns undefined if the answer was already sent.
 */
export async function passSignInCall(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  call: SignInCall,
): Promise<{ answer: UpstreamAnswer; envelope: BackendEnvelope } | undefined> {
  const isRead = request.method === 'GET';
  if (!isRead && !provesSameOrigin(readCsrfEvidence(request, undefined), context.appOrigin)) {
    sendFailure(request, reply, 'csrf_failed');
    return undefined;
  }
  const body = isRead ? undefined : await readBody(request, bodyLimits);
  if (body && body.length > 0 && !isJson(request.headers['content-type'])) {
    sendFailure(request, reply, 'unsupported_media_type');
    return undefined;
  }
  const result = await context.upstream.call({
    kind: call.kind,
    method: request.method,
    path: call.path,
    headers: {
      ...forwardBodyHeaders(context, request),
      ...call.headers,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && addFields(body.length > 0 ? body : Buffer.from('{}'), call.fields ?? {}),
    signal: signalOfClient(reply),
  });
  if (result.kind === 'failed') {
    sendUpstreamFailure(request, reply, result.reason);
    return undefined;
  }
  const envelope = await readPageEnvelope(request, reply, result);
  return envelope && { answer: result, envelope };
}

/** Adds fields to a JSON object; any other body is forwarded unchanged, and the backend refuses it. */
function addFields(body: Buffer, fields: Record<string, string | undefined>): Buffer {
  const own = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (own.length === 0) return body;
  try {
    const given: unknown = JSON.parse(body.toString('utf8'));
    if (!isRecord(given)) return body;
    return Buffer.from(JSON.stringify({ ...Object.fromEntries(own), ...given }));
  } catch {
    return body;
  }
}

/** Removes a secret from the answer, because the browser keeps it in a cookie instead. */
export function withoutField(envelope: BackendEnvelope, name: string): BackendEnvelope {
  if (!isRecord(envelope.data)) return envelope;
  const { [name]: _kept, ...data } = envelope.data;
  return { ...envelope, data };
}
