import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { foreignCookies, forwardRequestHeaders, forwardResponseHeaders } from './forwarding.ts';
import { sendFailure, sendUpstreamFailure } from './replies.ts';
import { streamBody } from './request-body.ts';
import { isPassableTarget } from './request-path.ts';
import { signalOfClient, streamAnswer } from './send-answer.ts';
import { handshakeOf, passSocket, routeHandshakes } from './socket-proxy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    slowBody?: boolean;
  }
}

interface RawMount {
  prefix: string;
  /** The OIDC provider tracks a browser through its redirects with separate cookies. */
  usesCookies: boolean;
  /** Time to the first byte of the answer; none where the backend limits its own upstreams. */
  timeoutMs: number | undefined;
  /** Content of an upstream service must not run as a page of this origin. */
  isForeignContent: boolean;
  /** Files pass through, whatever they are called: the body may be as slow as the client's line. */
  slowBody?: boolean;
  /** The same address is a page for people and data for programs. */
  hasPage?: boolean;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Streams protocol endpoints that have their own credentials; no session is ever added. */
export function registerRawProxy(app: FastifyInstance, context: PortalContext): void {
  const callMs = context.timeouts.callMs;
  const plain = { usesCookies: false, timeoutMs: callMs, isForeignContent: false };
  const mounts: RawMount[] = [
    { ...plain, prefix: '/oauth2', usesCookies: true },
    { ...plain, prefix: '/.well-known' },
    { ...plain, prefix: '/userinfo' },
    { ...plain, prefix: '/verify', hasPage: true },
    { ...plain, prefix: '/rp' },
    { ...plain, prefix: '/mcp', timeoutMs: undefined },
    // Assistants read this document to learn the tools; the backend decides who may, and in production few may.
    { ...plain, prefix: '/swagger/doc.json' },
    { ...plain, prefix: '/gw', timeoutMs: undefined, slowBody: true, isForeignContent: true },
  ];
  for (const mount of mounts) {
    registerMount(app, context, mount, mount.prefix);
    registerMount(app, context, mount, `${mount.prefix}/*`);
  }
  routeHandshakes(app, '/gw/');
}

/** A browser navigation lists text/html in Accept; programs and our own page do not. */
function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function registerMount(app: FastifyInstance, context: PortalContext, mount: RawMount, url: string): void {
  app.route({
    method: methods,
    url,
    config: { slowBody: mount.slowBody === true },
    handler: async (request, reply) => {
      const target = request.raw.url ?? '';
      if (!isPassableTarget(target)) return sendFailure(request, reply, 'not_found');
      if (mount.hasPage) {
        reply.header('vary', 'accept');
        if (wantsPage(request)) return reply.callNotFound();
      }
      const { authorization, 'content-length': contentLength } = request.headers;
      const cookie = mount.usesCookies ? foreignCookies(request.headers.cookie) : undefined;
      const forwarded = forwardRequestHeaders(request, context.appOrigin);
      // A call from our own origin is not cross-origin, so the backend must not apply its CORS allowlist to it.
      if (!mount.isForeignContent && forwarded.origin === context.appOrigin) delete forwarded.origin;
      const handshake = handshakeOf(request.raw);
      if (handshake) return passSocket(context, request, reply, { handshake, target, headers: forwarded });
      const result = await context.upstream.call({
        kind: 'stream',
        method: request.method,
        path: target,
        headers: {
          ...forwarded,
          ...(authorization !== undefined && { authorization }),
          ...(cookie !== undefined && { cookie }),
          ...(contentLength !== undefined && { 'content-length': contentLength }),
        },
        body: streamBody(request, Number.POSITIVE_INFINITY),
        signal: signalOfClient(reply),
        timeoutMs: mount.timeoutMs,
      });
      if (result.kind === 'failed') return sendUpstreamFailure(request, reply, result.reason);
      const headers = forwardResponseHeaders(result.headers, { setCookie: mount.usesCookies, cors: true });
      headers['x-content-type-options'] ??= 'nosniff';
      if (mount.isForeignContent) headers['content-security-policy'] = "default-src 'none'; sandbox";
      return streamAnswer(reply, result, headers);
    },
  });
}
