import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, isEidBinding, isKnownProof, isStepSecret } from './cookies.ts';
import type { HeaderMap } from './forwarding.ts';
import { isRecord, sendFailure, sendPageAnswer } from './replies.ts';
import { passSignInCall, withoutField } from './sign-in-call.ts';

/** Sign-in with eID. */
export function registerSignInRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies } = context;

  function eidHeaders(request: FastifyRequest, binding: string | undefined): HeaderMap {
    const { known } = cookies.read(request);
    return {
      ...(binding !== undefined && { 'x-eid-binding': binding }),
      ...(known !== undefined && { 'x-eid-known': known }),
    };
  }

  async function start(request: FastifyRequest, reply: FastifyReply, path: string) {
    const headers = eidHeaders(request, 'new');
    const passed = await passSignInCall(context, request, reply, { kind: 'call', path, headers });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const binding = answer.headers['x-eid-binding'];
    if (answer.status < 400 && isEidBinding(binding)) reply.header('set-cookie', cookies.forEid(binding));
    return sendPageAnswer(request, reply, { status: answer.status, envelope });
  }

  app.post('/api/auth/eid/start', (request, reply) => start(request, reply, '/api/v1/auth/eid/start'));
  app.post('/api/auth/eid/start-id', (request, reply) => start(request, reply, '/api/v1/auth/eid/start-id'));

  app.post('/api/auth/eid/poll', async (request, reply) => {
    const passed = await passSignInCall(context, request, reply, {
      kind: 'poll',
      path: '/api/v1/auth/eid/poll',
      headers: eidHeaders(request, cookies.read(request).eid),
      fields: { link_token: cookies.readStep(request, 'tamga_social_link') },
    });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const { status } = answer;
    if (status >= 400 || !isRecord(envelope.data) || envelope.data.state !== 'COMPLETE')
      return sendPageAnswer(request, reply, { status, envelope });
    // A finished sign-in also clears a social account that waited to be linked.
    const ended = [cookies.clearEid(), cookies.clearStep('tamga_social_link')];
    const tokens = context.readTokens(envelope.data);
    const { mfa_token: mfaToken } = envelope.data;
    if (tokens) {
      const proof = answer.headers['x-eid-known'];
      reply.header('set-cookie', [
        ...cookies.forSession(tokens, createCsrfValue()),
        ...ended,
        ...(isKnownProof(proof) ? [cookies.forKnown(proof)] : []),
      ]);
    } else if (isStepSecret(mfaToken)) {
      reply.header('set-cookie', [cookies.forStep('tamga_mfa', mfaToken), ...ended]);
    }
    return sendPageAnswer(request, reply, { status, envelope: withoutField(envelope, 'mfa_token') });
  });

  app.get<{ Params: { sid: string } }>('/api/auth/eid/qr/:sid', async (request, reply) => {
    const { sid } = request.params;
    if (!/^[\w-]{1,128}$/.test(sid)) return sendFailure(request, reply, 'not_found');
    const passed = await passSignInCall(context, request, reply, {
      kind: 'call',
      path: `/api/v1/auth/eid/qr/${sid}`,
      headers: eidHeaders(request, cookies.read(request).eid),
    });
    if (!passed) return reply;
    return sendPageAnswer(request, reply, { status: passed.answer.status, envelope: passed.envelope });
  });
}
