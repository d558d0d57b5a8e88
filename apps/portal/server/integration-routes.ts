import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { isStepSecret, type StepName } from './cookies.ts';
import { forwardBodyHeaders } from './page-call.ts';
import { isWebAddress } from './safe-next.ts';
import { signalOfClient } from './send-answer.ts';
import { applyCookieChange, callWithSession, hasSession } from './session-call.ts';

const bindingHeader = 'x-oauth-binding';
const stepOf: Readonly<Record<string, StepName>> = {
  'google-drive': 'tamga_oauth_google-drive',
  dropbox: 'tamga_oauth_dropbox',
  'google-meet': 'tamga_oauth_google-meet',
};

type ProviderRequest = FastifyRequest<{ Params: { provider: string }; Querystring: Record<string, unknown> }>;

/**
 * Connecting an outside service: two navigations with the session of the cookies. The backend answers both with a
 * redirect; this layer keeps the secret that binds the way there to the way back in a cookie.
 */
export function registerIntegrationRoutes(app: FastifyInstance, context: PortalContext): void {
  const { cookies } = context;

  async function navigate(
    request: ProviderRequest,
    reply: FastifyReply,
    target: { path: string; binding: string | undefined },
  ) {
    const own = cookies.read(request);
    if (!hasSession(own)) return goTo(reply, '/login?next=%2Fconnections');
    const called = await callWithSession(context, request, own, (authorization) =>
      context.upstream.call({
        kind: 'call',
        method: 'GET',
        path: target.path,
        headers: {
          ...forwardBodyHeaders(context, request),
          ...(authorization !== undefined && { authorization }),
          ...(target.binding !== undefined && { [bindingHeader]: target.binding }),
        },
        signal: signalOfClient(reply),
      }),
    );
    if (called.kind === 'refresh_unavailable') return goTo(reply, '/connections?error=exchange_failed');
    applyCookieChange(context, reply, own, called.cookies);
    if (called.result.kind === 'failed') return goTo(reply, '/connections?error=exchange_failed');
    const { status, headers, body } = called.result;
    body.destroy();
    if (status === 401) return goTo(reply, '/login?next=%2Fconnections');
    const { location, [bindingHeader]: binding } = headers;
    if (status !== 302 || !isWebAddress(location)) return goTo(reply, '/connections?error=exchange_failed');
    const step = stepOf[request.params.provider];
    if (step !== undefined && isStepSecret(binding)) addCookie(reply, cookies.forStep(step, binding));
    return goTo(reply, location);
  }

  app.route({
    method: 'GET',
    url: '/api/v1/integrations/:provider/connect',
    // A started way is stored, which a HEAD must not do.
    exposeHeadRoute: false,
    handler: async (request: ProviderRequest, reply) => {
      // Another site must not start the way to a provider in its visitor's name.
      const site = request.headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site')
        return goTo(reply, '/connections?error=invalid_state');
      const { provider } = request.params;
      const step = stepOf[provider];
      return navigate(request, reply, {
        path: `/api/v1/integrations/${encodeURIComponent(provider)}/connect`,
        binding: step && cookies.readStep(request, step),
      });
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/integrations/:provider/callback',
    exposeHeadRoute: false,
    handler: async (request: ProviderRequest, reply) => {
      const { provider } = request.params;
      const step = stepOf[provider];
      const binding = step && cookies.readStep(request, step);
      // A browser that started nothing must not finish what an attacker started.
      if (binding === undefined) return goTo(reply, '/connections?error=invalid_state');
      // Providers add parameters of their own, and the backend refuses unknown ones.
      const known = ['code', 'state', 'iss', 'error'].flatMap((name) => {
        const value = request.query[name];
        return typeof value === 'string' ? [[name, value] as [string, string]] : [];
      });
      return navigate(request, reply, {
        path: `/api/v1/integrations/${provider}/callback?${new URLSearchParams(known)}`,
        binding,
      });
    },
  });
}

function addCookie(reply: FastifyReply, cookie: string): void {
  const before = reply.getHeader('set-cookie') as string[] | undefined;
  reply.removeHeader('set-cookie').header('set-cookie', [...(before ?? []), cookie]);
}

/** The current address may hold a code and a state, so it must be neither stored nor sent as a referrer. */
function goTo(reply: FastifyReply, to: string) {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 302);
}
