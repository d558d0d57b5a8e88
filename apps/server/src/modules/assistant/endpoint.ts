import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { envelope, sendText } from '../../kernel/http/answers.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Static } from '../../kernel/http/schemas.ts';
import { serializerOf } from '../../kernel/http/serialization.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { compileValidator } from '../../kernel/http/validation.ts';
import { envelopeOf } from './envelopes.ts';
import { errors } from './errors.ts';
import { ModelFailure, type ModelSignals } from './model-port.ts';

/** The time of a whole request; a model has less, so that its failure can still be explained. */
export const requestMs = 50_000;

export interface Asked<B> {
  readonly body: B;
  readonly actor: Actor | undefined;
  readonly ip: string;
  readonly requestId: string;
  readonly signals: ModelSignals;
}

export interface EndpointDeps {
  readonly stopping: AbortSignal;
  /** Whole time of the model for one answer. */
  readonly modelMs: number;
}

export interface Endpoint<B extends TSchema, R extends TSchema> {
  readonly id: string;
  readonly path: string;
  readonly access: Access;
  readonly limit: Limit;
  readonly body: B;
  readonly reply: R;
  readonly summary: string;
  readonly answer: (asked: Asked<Static<B>>) => Promise<Static<R>>;
}

/**
 * An endpoint that asks a model. It is a mount, because rows end after 30 seconds and these have 50, and because a
 * caller who leaves must end the call to the model.
 */
export function endpoint<B extends TSchema, R extends TSchema>(
  deps: EndpointDeps,
  row: Endpoint<B, R>,
): Mount {
  const read = bodyReader(row.path, row.body);
  const write = serializerOf(row.reply);
  return {
    ...mountOf(row, envelopeOf(row.reply)),
    handle: async (request, reply, actor) => {
      const asked = openCall(deps, request, reply, actor);
      const data = await withinTime(row.answer({ ...asked, body: read(request) as Static<B> })).catch(
        (error: unknown) => (hasLeft(error, reply) ? undefined : explainFailure(error)),
      );
      if (data === undefined) return reply.hijack();
      reply.header('cache-control', 'no-store');
      return sendText(reply, envelope(request, write(data)));
    },
  };
}

/** The parts that every mount of the assistant shares. */
export function mountOf(
  row: Pick<Endpoint<TSchema, TSchema>, 'id' | 'path' | 'access' | 'limit' | 'body' | 'summary'>,
  reply: TSchema,
): Omit<Mount, 'handle'> {
  return {
    id: row.id,
    methods: ['POST'],
    openInMaintenance: true,
    path: `/api/v1${row.path}`,
    access: row.access,
    limit: row.limit,
    summary: row.summary,
    operation: {
      operationId: row.id,
      body: row.body,
      reply,
      security: row.access.kind === 'open' ? [] : ['session'],
    },
  };
}

export function bodyReader<B extends TSchema>(path: string, body: B): (request: FastifyRequest) => Static<B> {
  const validate = compileValidator({ schema: body, httpPart: 'body', method: 'POST', url: path }) as {
    (value: unknown): boolean;
    errors?: unknown;
  };
  return (request) => {
    const given = request.body ?? {};
    if (!validate(given))
      throw Object.assign(new Error('invalid body'), {
        validation: validate.errors,
        validationContext: 'body',
      });
    return given as Static<B>;
  };
}

export function openCall(
  deps: EndpointDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: object | null,
): Omit<Asked<never>, 'body'> {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return {
    actor: (actor as Actor | null) ?? undefined,
    ip: request.ip,
    requestId: request.id,
    signals: {
      left: AbortSignal.any([deps.stopping, leaving.signal]),
      deadline: AbortSignal.timeout(deps.modelMs),
    },
  };
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError(kernelErrors.timeout, { retryAfterSeconds: 5 })), requestMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Nobody is there to be answered. */
export const hasLeft = (error: unknown, reply: FastifyReply): boolean =>
  error instanceof ModelFailure && error.reason === 'left' && reply.raw.destroyed;

/** A failure of speech or translation, which have no passages to fall back to. */
export function explainFailure(error: unknown): never {
  if (!(error instanceof ModelFailure)) throw error;
  if (error.reason === 'timeout') fail(kernelErrors.timeout, { retryAfterSeconds: 5 });
  fail(errors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 10 });
}
