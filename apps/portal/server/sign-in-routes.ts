import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, isEidBinding, isKnownProof } from './cookies.ts';
import { provesSameOrigin, readCsrfEvidence } from './csrf.ts';
import type { HeaderMap } from './forwarding.ts';
import { forwardBodyHeaders, readPageEnvelope } from './page-call.ts';
import { isRecord, sendFailure, sendPageAnswer, sendUpstreamFailure } from './replies.ts';
import { readBody } from './request-body.ts';
import type { BackendEnvelope } from './response-body.ts';
import { isJson, signalOfClient } from './send-answer.ts';
import type { CallKind, UpstreamAnswer } from './upstream.ts';

const signInBodyLimits = { bytes: 4 * 1024, ms: 10_000 };

/** Sign-in with eID. These routes know cookies only: an Authorization header is neither used nor passed. */
export function registerSignInRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies, upstream } = context;

  async function passSignInCall(
    request: FastifyRequest,
    reply: FastifyReply,
    call: { kind: CallKind; path: string; binding: string | undefined },
  ): Promise<{ answer: UpstreamAnswer; envelope: BackendEnvelope } | undefined> {
    if (
      request.method !== 'GET' &&
      !provesSameOrigin(readCsrfEvidence(request, undefined), context.appOrigin)
    ) {
      sendFailure(request, reply, 'csrf_failed');
      return undefined;
    }
    const body = request.method === 'GET' ? undefined : await readBody(request, signInBodyLimits);
    if (body && body.length > 0 && !isJson(request.headers['content-type'])) {
      sendFailure(request, reply, 'unsupported_media_type');
      return undefined;
    }
    const { known } = cookies.read(request);
    const headers: HeaderMap = {
      ...forwardBodyHeaders(context, request),
      ...(call.binding !== undefined && { 'x-eid-binding': call.binding }),
      ...(known !== undefined && { 'x-eid-known': known }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const result = await upstream.call({
      kind: call.kind,
      method: request.method,
      path: call.path,
      headers,
      body: body && (body.length > 0 ? body : Buffer.from('{}')),
      signal: signalOfClient(reply),
    });
    if (result.kind === 'failed') {
      sendUpstreamFailure(request, reply, result.reason);
      return undefined;
    }
    const envelope = await readPageEnvelope(request, reply, result);
    return envelope && { answer: result, envelope };
  }

  async function start(request: FastifyRequest, reply: FastifyReply, path: string) {
    const passed = await passSignInCall(request, reply, { kind: 'call', path, binding: 'new' });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const binding = answer.headers['x-eid-binding'];
    if (answer.status < 400 && isEidBinding(binding)) reply.header('set-cookie', cookies.forEid(binding));
    return sendPageAnswer(request, reply, { status: answer.status, envelope });
  }

  app.post('/api/auth/eid/start', (request, reply) => start(request, reply, '/api/v1/auth/eid/start'));
  app.post('/api/auth/eid/start-id', (request, reply) => start(request, reply, '/api/v1/auth/eid/start-id'));

  app.post('/api/auth/eid/poll', async (request, reply) => {
    const binding = cookies.read(request).eid;
    const passed = await passSignInCall(request, reply, {
      kind: 'poll',
      path: '/api/v1/auth/eid/poll',
      binding,
    });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const tokens = answer.status < 400 ? context.readTokens(envelope.data) : undefined;
    if (tokens && isRecord(envelope.data) && envelope.data.state === 'COMPLETE') {
      const proof = answer.headers['x-eid-known'];
      reply.header('set-cookie', [
        ...cookies.forSession(tokens, createCsrfValue()),
        cookies.clearEid(),
        ...(isKnownProof(proof) ? [cookies.forKnown(proof)] : []),
      ]);
    }
    return sendPageAnswer(request, reply, { status: answer.status, envelope });
  });

  app.get<{ Params: { sid: string } }>('/api/auth/eid/qr/:sid', async (request, reply) => {
    const { sid } = request.params;
    if (!/^[\w-]{1,128}$/.test(sid)) return sendFailure(request, reply, 'not_found');
    const path = `/api/v1/auth/eid/qr/${sid}`;
    const passed = await passSignInCall(request, reply, {
      kind: 'call',
      path,
      binding: cookies.read(request).eid,
    });
    if (!passed) return reply;
    return sendPageAnswer(request, reply, { status: passed.answer.status, envelope: passed.envelope });
  });
}
