import { type Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';

export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

export class BodyLostError extends Error {
  override name = 'BodyLostError';
}

const drainMs = 5_000;
/** The most that any route buffers: a small file in JSON. */
export const largestBufferedBytes = 4 * 1024 * 1024;

export function hasBody(request: FastifyRequest): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** A file, alone or in a form: streamed, and as slow as the client's line. */
export function isUpload(request: FastifyRequest): boolean {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  return ['application/octet-stream', 'multipart/form-data'].includes(type.trim());
}

/** Buffers the whole body, for calls that may be repeated with a renewed session. */
export async function readBody(
  request: FastifyRequest,
  limits: { bytes: number; ms: number },
): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  refuseAnnouncedSize(request, limits.bytes);
  const source = request.raw;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const timer = setTimeout(() => settle(new BodyLostError('the body did not arrive in time')), limits.ms);
    function settle(error?: Error): void {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    }
    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (received > limits.bytes) settle(new BodyTooLargeError('the body is over the limit'));
      else chunks.push(chunk);
    }
    const onEnd = () => settle();
    const onClose = () => settle(new BodyLostError('the client closed the connection'));
    source.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/**
 * Streams the body. The request is piped, not passed directly: undici destroys the body of a failed call, and
 * destroying the request itself would close the connection that the answer needs.
 */
export function streamBody(request: FastifyRequest, capBytes: number): Readable | undefined {
  if (!hasBody(request)) return undefined;
  refuseAnnouncedSize(request, capBytes);
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      received += chunk.length;
      if (received > capBytes) done(new BodyTooLargeError('the body is over the limit'));
      else done(null, chunk);
    },
  });
  counted.on('error', () => undefined);
  return request.raw.pipe(counted);
}

/**
 * Discards the rest of a refused body, so that the client can read the answer; a client that keeps sending is cut
 * off.
 */
export function drainBody(request: FastifyRequest): void {
  if (request.raw.complete || request.raw.destroyed) return;
  request.raw.resume();
  const timer = setTimeout(() => request.raw.destroy(), drainMs);
  timer.unref();
  request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

function refuseAnnouncedSize(request: FastifyRequest, capBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > capBytes) {
    throw new BodyTooLargeError('the announced body is over the limit');
  }
}
