import type { FastifyInstance } from 'fastify';
import type { PortalContext } from './context.ts';
import { createCsrfValue, isStepSecret } from './cookies.ts';
import { isRecord, sendFailure, sendPageAnswer } from './replies.ts';
import { passSignInCall, withoutField } from './sign-in-call.ts';

const base = '/api/v1/auth/superadmin';

/** The second factor, and the onboarding steps of a super administrator. */
export function registerSuperadminRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies } = context;

  app.post('/api/auth/superadmin/mfa', async (request, reply) => {
    const passed = await passSignInCall(context, request, reply, {
      kind: 'call',
      path: `${base}/mfa`,
      fields: { mfa_token: cookies.readStep(request, 'tamga_mfa') },
    });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const tokens = answer.status < 400 ? context.readTokens(envelope.data) : undefined;
    if (tokens)
      reply.header('set-cookie', [
        ...cookies.forSession(tokens, createCsrfValue()),
        cookies.clearStep('tamga_mfa'),
      ]);
    else if (envelope.error === 'mfa_invalid') reply.header('set-cookie', cookies.clearStep('tamga_mfa'));
    return sendPageAnswer(request, reply, { status: answer.status, envelope });
  });

  app.post<{ Params: { '*': string } }>('/api/auth/superadmin/onboard/*', async (request, reply) => {
    const step = request.params['*'];
    if (!/^[a-z-]{1,20}(?:\/[a-z-]{1,20})?$/.test(step)) return sendFailure(request, reply, 'not_found');
    const passed = await passSignInCall(context, request, reply, {
      kind: step === 'eid/poll' ? 'poll' : 'call',
      path: `${base}/onboard/${step}`,
      fields: { onboard_token: cookies.readStep(request, 'tamga_onboard') },
    });
    if (!passed) return reply;
    const { answer, envelope } = passed;
    const { status } = answer;
    const tokens = status < 400 ? context.readTokens(envelope.data) : undefined;
    const begun = status < 400 && isRecord(envelope.data) ? envelope.data.onboard_token : undefined;
    if (tokens)
      reply.header('set-cookie', [
        ...cookies.forSession(tokens, createCsrfValue()),
        cookies.clearStep('tamga_onboard'),
      ]);
    else if (isStepSecret(begun)) reply.header('set-cookie', cookies.forStep('tamga_onboard', begun));
    // The backend answers this for an unknown and for an expired token.
    else if (status === 403 && envelope.error === 'forbidden')
      reply.header('set-cookie', cookies.clearStep('tamga_onboard'));
    return sendPageAnswer(request, reply, { status, envelope: withoutField(envelope, 'onboard_token') });
  });
}
