import { randomUUID } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { DatabaseUnavailable, UnstorableText } from '../db/database.ts';
import { trustProxies } from '../security/trusted-proxies.ts';
import { beginHeaders } from './answers.ts';
import { longestUploadMs } from './body-watch.ts';
import { type Deadlines, watchDeadlines } from './deadlines.ts';
import { AppError, type ErrorDefinition, kernelErrors } from './errors.ts';
import { forwarderAddresses, trustForwarder } from './forwarder.ts';
import { createIntake, type Intake, type IntakeOptions } from './intake.ts';
import { type Language, languageOf } from './language.ts';
import { isDeeperThan } from './nesting.ts';
import type { Pressure } from './pressure.ts';
import { closeUnusedConnections } from './unused-connections.ts';
import { compileValidator, fieldErrors } from './validation.ts';

export interface ServerOptions {
  production: boolean;
  trustedProxies: readonly string[];
  /** Shared only with the portal of this process; undefined without one. */
  forwarderSecret: string | undefined;
  allowedOrigins: readonly string[];
  logger: Logger;
  pressure: Pressure;
  /** Called for every finished request, for metrics. */
  onFinished: (rowId: string, status: number, seconds: number) => void;
  now: () => Date;
  /** The time limit of a row. */
  timeoutMs: number;
  uploads: Omit<IntakeOptions, 'limitMs' | 'now'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates child loggers, unlike the logger that Fastify gets. */
    ownLogger: Logger;
    intake: Intake;
  }
  interface FastifyContextConfig {
    rowId?: string;
    quiet?: boolean;
    instant?: boolean;
    /** Whether the deadline answers for a handler that does not end. */
    timed?: boolean;
    /** A probe answers even under load; a mount with its own log does not. */
    mounted?: boolean;
    bareErrors?: boolean;
    failureBody?: (code: string, message: string) => object;
    /** Errors that this row may answer beside the kernel's. */
    declared?: ReadonlySet<ErrorDefinition>;
  }
}

const bodyMs = 30_000;
/** For a row or a mount that names no limit. */
export const defaultBodyBytes = 1024 * 1024;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Every Fastify option is set here, so that a test runs exactly the shipped server. */
export function createServer(options: ServerOptions): FastifyInstance {
  const headers = fixedHeaders(options.production);
  const intake = createIntake({ ...options.uploads, limitMs: bodyMs, now: options.now });
  const app = fastify({
    loggerInstance: withoutChildren(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxies([
      ...options.trustedProxies,
      ...(options.forwarderSecret === undefined ? [] : forwarderAddresses),
    ]),
    requestIdHeader: false,
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']),
    bodyLimit: defaultBodyBytes,
    connectionTimeout: 0,
    // The watch below limits every body that is not an upload to the time of a row.
    requestTimeout: longestUploadMs,
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while stopping, with Connection: close.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    // Fastify finds an unreadable address before any hook; it matches no resource, so it is a 404.
    frameworkErrors: (_error, request, reply) => {
      intake.begin(request.raw, reply.raw);
      reply.headers(headers).header('x-request-id', request.id);
      sendFailure(request, reply as unknown as FastifyReply, kernelErrors.not_found);
    },
  }) as unknown as FastifyInstance;
  app.decorate('ownLogger', options.logger);
  app.decorate('intake', intake);
  app.setValidatorCompiler(compileValidator);
  const { forwarderSecret: secret, trustedProxies } = options;
  trustForwarder(app, { secret, trustedProxies });
  const deadlines = watchDeadlines(options.timeoutMs);
  closeUnusedConnections(app);
  setBeginning(app, headers, deadlines, intake);
  setCors(app, options.allowedOrigins);
  setShedding(app, options.pressure);
  setParsers(app);
  setReporting(app, options, deadlines);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, kernelErrors.not_found));
  return app;
}

/**
 * A logger for each request costs more than the line it writes; see logOf. Fastify checks every logger that a
 * factory returns, on every request, so the logger returns itself as its child.
 */
function withoutChildren(logger: Logger): Logger {
  const alone: Logger = Object.create(logger);
  alone.child = (() => alone) as unknown as Logger['child'];
  return alone;
}

function acceptRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(given) ? given : randomUUID();
}

function fixedHeaders(production: boolean): Record<string, string> {
  return production
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : securityHeaders;
}

function setBeginning(
  app: FastifyInstance,
  fixed: Record<string, string>,
  deadlines: Deadlines,
  intake: Intake,
): void {
  app.addHook('onClose', (_app, done) => {
    deadlines.stop();
    intake.stop();
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    beginHeaders(reply, { ...fixed, 'x-request-id': request.id });
    if (request.routeOptions.config.timed === true) deadlines.begin(reply);
    intake.begin(request.raw, reply.raw);
    done();
  });
}

/** Runs after the headers are set, so that a browser can read the refusal. */
function setShedding(app: FastifyInstance, pressure: Pressure): void {
  app.addHook('onListen', (done) => {
    pressure.begin();
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { quiet, mounted } = request.routeOptions.config;
    if (pressure.overloaded() && (quiet !== true || mounted === true))
      done(new AppError(kernelErrors.overloaded, { retryAfterSeconds: 2 }));
    else done();
  });
}

function setCors(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const origin = request.headers.origin;
    if (origin === undefined) return done();
    reply.header('vary', 'Origin');
    // A wildcard origin may read public answers, never with credentials.
    const anyone = allowed.includes('*');
    if (!anyone && !allowed.includes(origin)) return done();
    reply.header('access-control-allow-origin', anyone ? '*' : origin);
    if (!anyone) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'X-Request-ID, Retry-After, X-RateLimit-Remaining');
    done();
  });
  app.options('/*', (request, reply) => {
    if (request.headers['access-control-request-method'] === undefined)
      return sendFailure(request, reply, kernelErrors.not_found);
    return sendPreflight(reply);
  });
}

export function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header(
      'access-control-allow-headers',
      'Authorization, DPoP, Content-Type, Idempotency-Key, X-Acting-For, X-Org-Id, X-Request-ID, Accept-Language',
    )
    .header('access-control-max-age', '43200')
    .code(204)
    .send();
}

const maxDepth = 128;

/** JSON only; a row reads an empty body as an empty object. */
function setParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(/^application\/json(;|$)/, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body as string, (error, value) => {
      // A short body cannot nest deeply, and serialising a very deep one would overflow the stack.
      const hostile = error === null && body.length > 2 * maxDepth && isDeeperThan(maxDepth, value);
      if (hostile) done(new AppError(kernelErrors.bad_request, { detail: 'nesting' }));
      else done(error, value);
    });
  });
}

function setReporting(app: FastifyInstance, options: ServerOptions, deadlines: Deadlines): void {
  // The line contains only the fields below; searching it for secrets would double its cost.
  const log = options.logger.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { rowId, quiet, instant } = request.routeOptions.config;
    deadlines.end(reply);
    const seconds = reply.elapsedTime / 1000;
    options.onFinished(rowId ?? 'none', reply.statusCode, seconds);
    const unlogged = quiet === true ? reply.statusCode < 500 : instant === true && reply.statusCode < 400;
    if (!unlogged)
      log.info(
        {
          reqId: request.id,
          row: rowId ?? 'none',
          method: request.method,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    done();
  });
}

/** A logger for lines beside the one that every request gets. */
export function logOf(request: FastifyRequest): Logger {
  return request.server.ownLogger.child({ reqId: request.id });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const failure = translate(error, request);
  const { declared, bareErrors } = request.routeOptions.config;
  // A row may fail only with errors it lists; any other is our bug and is reported as one.
  if (declared !== undefined && !kernelCodes.has(failure.definition) && !declared.has(failure.definition)) {
    logOf(request).error({ code: failure.definition.code }, 'a row failed in a way it does not declare');
    return sendFailure(request, reply, kernelErrors.internal);
  }
  if (failure.detail !== undefined)
    logOf(request).info({ code: failure.definition.code, detail: failure.detail }, 'refused');
  reply.headers(failure.headers);
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  return bareErrors === true
    ? sendJson(reply, failure.definition.status, { error: failure.definition.code })
    : sendFailure(request, reply, failure.definition, dataOf(failure, languageOf(request)));
}

/** Every 422 lists its fields, also one with a specific code, so that a form can show the error at its field. */
function dataOf(
  { definition, data, fields }: AppError,
  language: Language,
): Record<string, unknown> | undefined {
  if (fields === undefined && (definition.status !== 422 || data?.['errors'] !== undefined)) return data;
  const listed = fields ?? [{ field: String(data?.['field'] ?? ''), tag: definition.code, text: definition }];
  return { ...data, errors: listed.map(({ field, tag, text }) => ({ field, tag, message: text[language] })) };
}

const kernelCodes: ReadonlySet<ErrorDefinition> = new Set(Object.values(kernelErrors));

function translate(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) {
    logOf(request).warn({ reason: causeCode(error) }, 'database unavailable');
    return new AppError(kernelErrors.database_unavailable, { retryAfterSeconds: 2 });
  }
  if (error instanceof UnstorableText)
    return new AppError(kernelErrors.bad_request, { detail: 'a text that cannot be stored' });
  const known = error as {
    validation?: ErrorObject[];
    validationContext?: string;
    code?: string;
    statusCode?: number;
  };
  if (known.validation !== undefined) {
    // A malformed id in a path matches no resource.
    if (known.validationContext === 'params') return new AppError(kernelErrors.not_found);
    if (request.routeOptions.config.bareErrors === true) return new AppError(kernelErrors.bad_request);
    return new AppError(kernelErrors.validation_failed, {
      data: { errors: fieldErrors(known.validation, languageOf(request)) },
    });
  }
  switch (known.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(kernelErrors.payload_too_large);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(kernelErrors.unsupported_media_type);
  }
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500)
    return new AppError(kernelErrors.bad_request, { detail: known.code ?? 'unreadable' });
  logOf(request).error({ err: error }, 'unexpected failure');
  return new AppError(kernelErrors.internal);
}

function causeCode(error: Error): string {
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined;
  return String(cause?.code ?? cause?.message ?? 'unknown');
}

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: ErrorDefinition,
  data?: Record<string, unknown>,
): unknown {
  const message = definition[languageOf(request)];
  const own = request.routeOptions.config.failureBody?.(definition.code, message);
  const body = own ?? {
    status: false,
    message,
    error: definition.code,
    ...(data === undefined ? {} : { data }),
    request_id: request.id,
  };
  return sendJson(reply, definition.status, body);
}

/** Serialised here, because the row's reply schema is for success. */
function sendJson(reply: FastifyReply, status: number, body: object): unknown {
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}
