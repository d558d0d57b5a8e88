import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** The caller's body in transit: read only as fast as the upstream takes it. */
export interface PassingBody {
  readonly stream: Readable;
  /** Undefined for a chunked body of unknown length. */
  readonly length: number | undefined;
  /** True once a byte was read: from then on the body cannot be sent again. */
  started(): boolean;
  /** True when all of it arrived. */
  complete(): boolean;
  tooLarge(): boolean;
  /** True when the caller broke off half-way. */
  left(): boolean;
  /** Discards the rest, so that the connection can carry the response and the next call. */
  release(): void;
}

const bufferedBytes = 64 * 1024;

/**
 * A separate stream instead of the request itself: the sender destroys its stream on failure, and a destroyed
 * request closes the caller's connection before the error response is sent.
 */
export function passBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: { maxBytes?: number } = {},
): PassingBody | undefined {
  const length = lengthOf(request);
  if (length === 0) return undefined;
  const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
  let started = false;
  let complete = false;
  let left = false;
  let received = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) return void stream.destroy(new Error('the body is too large'));
    if (!stream.push(chunk)) request.pause();
  };
  const onEnd = () => {
    complete = true;
    stream.push(null);
  };
  const onGone = () => {
    // A request that arrived whole is closed too, while its last bytes still wait here.
    if (complete) return;
    left = true;
    stream.destroy(new Error('the caller left'));
  };
  const begin = () => {
    started = true;
    // The caller gets 100 Continue only now: the body of a refused call never crosses the wire.
    if (request.headers.expect !== undefined && !response.headersSent) {
      response.removeHeader('connection');
      response.writeContinue();
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  };
  const release = () => {
    request.off('data', onData).off('end', onEnd).off('close', onGone);
    if (!request.destroyed) request.resume();
  };
  const stream = new Readable({
    highWaterMark: bufferedBytes,
    read: () => {
      if (!started) begin();
      request.resume();
    },
    destroy: (error, done) => {
      if (started) release();
      done(error);
    },
  });
  // The sender listens for errors only while it sends; an earlier or later one must not end the process.
  stream.on('error', () => undefined);
  return {
    stream,
    length: Number.isNaN(length) ? undefined : length,
    started: () => started,
    complete: () => complete,
    tooLarge: () => received > maxBytes,
    left: () => left,
    release,
  };
}

/** NaN for chunks; 0 for no body at all. */
function lengthOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}
