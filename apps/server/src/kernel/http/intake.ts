import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type ArrivingBody, type BodyPlaces, createBodyPlaces, type PlaceLimits } from './body-places.ts';
import { type BodyWatch, hasBody, watchBodies } from './body-watch.ts';
import { AppError, fail, kernelErrors } from './errors.ts';
import { createSpool, type Spool, type SpooledBody } from './spool.ts';

export interface IntakeOptions extends PlaceLimits {
  /** For bodies that wait on disk. */
  directory: string;
  /** A row's body must have arrived by then; it is the window of the least rate of an upload. */
  limitMs: number;
  now: () => Date;
}

export interface Intake {
  /** Every request, before anything else is known about it. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** A request that was let in: its body takes a place, or the request is refused. */
  admit(request: IncomingMessage, response: ServerResponse, body: Omit<ArrivingBody, 'bytes'> & Limit): void;
  spool(
    request: IncomingMessage,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ): Promise<SpooledBody>;
  prepare(): Promise<void>;
  stop(): void;
}

interface Limit {
  /** Undefined where the storage or the other server decides. */
  readonly limitBytes: number | undefined;
}

/** Bytes of spooled bodies that are in memory at the same time, because somebody works on them. */
const readBytes = 256 * 1024 * 1024;
const retryAfterSeconds = 5;

/** The one way in for bodies: how slow, how many, and where they are kept (docs/adr/0102). */
export function createIntake(options: IntakeOptions): Intake {
  const watch: BodyWatch = watchBodies(options);
  const places: BodyPlaces = createBodyPlaces(options);
  const spool: Spool = createSpool({ directory: options.directory, readBytes });
  const held = new WeakMap<IncomingMessage, Set<SpooledBody>>();

  function take(request: IncomingMessage, response: ServerResponse, body: ArrivingBody): void {
    const outcome = places.take(body);
    if (outcome === 'client') fail(kernelErrors.too_many_uploads, { retryAfterSeconds });
    if (outcome === 'everybody') fail(kernelErrors.uploads_busy, { retryAfterSeconds });
    // A body that is passed on is gone once it was sent; its answer may last for hours.
    if (body.kind === 'passed') request.once('close', outcome);
    response.once('close', outcome);
  }

  return {
    begin: watch.begin,
    stop: watch.stop,
    prepare: spool.clear,
    admit: (request, response, { limitBytes, ...body }) => {
      if (hasBody(request)) {
        const announced = Number(request.headers['content-length'] ?? Number.NaN);
        if (announced > (limitBytes ?? Number.POSITIVE_INFINITY)) fail(kernelErrors.payload_too_large);
        const bytes = Number.isNaN(announced) ? (limitBytes ?? 0) : announced;
        take(request, response, { ...body, bytes });
        if (body.kind !== 'memory') watch.allowSlow(request);
      }
      if (body.kind === 'memory' || body.kind === 'passed') return;
      const bodies = new Set<SpooledBody>();
      held.set(request, bodies);
      response.once('close', () => {
        held.delete(request);
        for (const each of bodies) void each.discard().catch(() => undefined);
      });
    },
    spool: async (request, source, limitBytes) => {
      const body = await spool.receive(source, limitBytes).catch((error: unknown) => {
        // An unread half of a body would block its sender and the connection.
        request.resume();
        if (request.destroyed && !request.complete)
          fail(kernelErrors.bad_request, { detail: 'upload broken off' });
        throw error;
      });
      const own = held.get(request);
      if (own === undefined) {
        await body.discard();
        throw new AppError(kernelErrors.bad_request, {
          detail: 'the sender left, or the mount takes no upload',
        });
      }
      own.add(body);
      return body;
    },
  };
}

/** The whole body of an upload, or one part of it, sealed on disk. */
export function spoolBody(
  request: FastifyRequest,
  limitBytes: number,
  source: AsyncIterable<Uint8Array> = request.raw.iterator({ destroyOnReturn: false }),
): Promise<SpooledBody> {
  return request.server.intake.spool(request.raw, source, limitBytes);
}

/** A small body in memory, of a mount that reads it unparsed. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) fail(kernelErrors.payload_too_large);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > limitBytes) fail(kernelErrors.payload_too_large);
      parts.push(part);
    }
  } catch (error) {
    // An unread half of a body would block its sender and the connection.
    request.resume();
    if (request.readableAborted) fail(kernelErrors.bad_request, { detail: 'body broken off' });
    throw error;
  }
  return Buffer.concat(parts);
}
