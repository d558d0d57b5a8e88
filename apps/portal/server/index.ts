import { randomUUID } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { type FastifyError, type FastifyInstance, fastify, LogController } from 'fastify';
import { createBodyPlaces } from '../../server/src/kernel/http/body-places.ts';
import { watchBodies } from '../../server/src/kernel/http/body-watch.ts';
import { limitSubject } from '../../server/src/kernel/http/limit-subject.ts';
import { closeUnusedConnections } from '../../server/src/kernel/http/unused-connections.ts';
import { registerApiProxy } from './api-proxy.ts';
import { chooseConsoleHost } from './console-host.ts';
import { registerConsole } from './console-proxy.ts';
import type { PortalContext } from './context.ts';
import { createCookies } from './cookies.ts';
import { forwarderHeaders } from './forwarding.ts';
import { registerIntegrationRoutes } from './integration-routes.ts';
import type { FailureCode } from './messages.ts';
import { defaultTimeouts, type Portal, type PortalOptions } from './options.ts';
import { registerPageSettings } from './page-settings.ts';
import { registerRawProxy } from './raw-proxy.ts';
import { sendFailure } from './replies.ts';
import { BodyLostError, BodyTooLargeError, hasBody, isUpload, largestBufferedBytes } from './request-body.ts';
import { isPlainTarget } from './request-path.ts';
import { apiHeaders, strictTransport } from './security-headers.ts';
import { createSessionRefresh } from './session-refresh.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';
import { registerSocialRoutes } from './social-routes.ts';
import { registerSsoRoutes } from './sso-routes.ts';
import { registerStaticApp } from './static-app.ts';
import { registerSuperadminRoutes } from './superadmin-routes.ts';
import { readTokenPair } from './tokens.ts';
import { createUpstream } from './upstream.ts';

export type { Portal, PortalOptions, PortalTimeouts } from './options.ts';
export type { PageAnswer } from './replies.ts';

const idleSweepMs = 50;

/** Starts the one origin that browsers see: the built app, the cookie session, and the proxy to the backend. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const context = createContext(options);
  const { upstream, timeouts } = context;
  const app = createApp(options);
  let url: string;
  try {
    closeUnusedConnections(app);
    await app.register(fastifyCookie);
    addHooks(app, options);
    limitBodies(app, { limitMs: timeouts.callMs, now: options.now ?? (() => new Date()) });
    readBodiesInHandlers(app);
    app.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
    registerSignInRoutes(app, context);
    registerSocialRoutes(app, context);
    registerSuperadminRoutes(app, context);
    registerSsoRoutes(app, context);
    registerSessionRoutes(app, context);
    registerIntegrationRoutes(app, context);
    registerApiProxy(app, context);
    registerRawProxy(app, context);
    registerConsole(app, context, chooseConsoleHost(options));
    registerPageSettings(app, { timeZone: options.timeZone ?? 'Asia/Ulaanbaatar' });
    await registerStaticApp(app, context, options.distDir);
    url = await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await app.close();
    await upstream.destroy();
    throw error;
  }

  async function closePortal(): Promise<void> {
    upstream.releasePolls();
    // A connection that becomes idle after the server stopped listening would stay open for a minute.
    const sweep = setInterval(() => app.server.closeIdleConnections(), idleSweepMs);
    const cut = setTimeout(() => app.server.closeAllConnections(), timeouts.closeGraceMs);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
      await upstream.destroy();
    }
  }

  let closing: Promise<void> | undefined;
  return {
    url,
    close: () => {
      closing ??= closePortal();
      return closing;
    },
  };
}

function createContext(options: PortalOptions): PortalContext {
  const now = options.now ?? (() => new Date());
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const forwarder = forwarderHeaders(options.forwarderSecret);
  const upstream = createUpstream(options.backendUrl, timeouts, forwarder);
  const { accessTtlSeconds, refreshTtlSeconds } = options;
  const readTokens = (data: unknown) => readTokenPair(data, { accessTtlSeconds, refreshTtlSeconds, now });
  return {
    appOrigin: new URL(options.appOrigin).origin,
    backendUrl: new URL(options.backendUrl),
    cookies: createCookies({ secure: options.cookieSecure, refreshTtlSeconds, now }),
    upstream,
    forwarder,
    sessions: createSessionRefresh({ upstream, readTokens, now }),
    timeouts,
    readTokens,
  };
}

function createApp(options: PortalOptions): FastifyInstance {
  return fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // Addresses carry codes, challenges and register numbers; the log line below names the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{1,128}$/.test(given) ? given : randomUUID();
    },
    frameworkErrors: (_error, request, reply) => {
      sendFailure(request, reply, 'bad_request');
    },
  });
}

function addHooks(app: FastifyInstance, options: PortalOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (options.production) reply.header('strict-transport-security', strictTransport);
    // One that programs read differently is neither a page nor anything of the API.
    if (!isPlainTarget(request.raw.url ?? '')) return sendFailure(request, reply, 'bad_request');
  });
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(apiHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.raw.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeOfError(error);
    // The first line of a stack repeats the message, which may quote client input.
    const stack = error.stack?.split('\n').slice(1).join('\n');
    if (code === 'internal')
      request.log.error({ name: error.name, code: error.code, stack }, 'request failed');
    return sendFailure(request, reply, code);
  });
}

/** As the API does: a slow body is streamed and must keep the least rate, any other is small and counted. */
function limitBodies(app: FastifyInstance, limits: { limitMs: number; now: () => Date }): void {
  const bodies = watchBodies(limits);
  const places = createBodyPlaces({ uploads: 0, uploadsPerClient: 0, spoolBytes: 0 });
  app.addHook('onClose', async () => bodies.stop());
  app.addHook('onRequest', async (request, reply) => {
    bodies.begin(request.raw, reply.raw);
    if (!hasBody(request)) return;
    const isSlow = isUpload(request) || request.routeOptions.config.slowBody === true;
    const place = places.take({
      kind: isSlow ? 'passed' : 'memory',
      client: limitSubject(request.ip),
      isStranger: true,
      bytes: Math.min(
        Number(request.headers['content-length'] ?? largestBufferedBytes),
        largestBufferedBytes,
      ),
    });
    if (typeof place !== 'function')
      return sendFailure(
        request,
        reply.header('retry-after', '5'),
        place === 'client' ? 'too_many_uploads' : 'uploads_busy',
      );
    reply.raw.once('close', place);
    if (isSlow) bodies.allowSlow(request.raw);
  });
}

function codeOfError(error: FastifyError): FailureCode {
  if (error instanceof BodyTooLargeError || error.statusCode === 413) return 'payload_too_large';
  if (error instanceof BodyLostError) return 'bad_request';
  if (error.statusCode === 415) return 'unsupported_media_type';
  if (error.statusCode === 403 || error.statusCode === 404) return 'not_found';
  if (error.statusCode !== undefined && error.statusCode < 500) return 'bad_request';
  return 'internal';
}

/** Leaves bodies unread until a handler has decided to accept them. */
function readBodiesInHandlers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
