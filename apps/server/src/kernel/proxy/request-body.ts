import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** The caller's body on its way through: read only as fast as the other side takes it. */
export interface PassingBody {
  readonly stream: Readable;
  /** Undefined when it comes in chunks of unknown number. */
  readonly length: number | undefined;
  /** Whether a byte was asked for: from then on it cannot be sent a second time. */
  started(): boolean;
  /** Whether all of it arrived. */
  complete(): boolean;
  tooLarge(): boolean;
  /** Whether the caller broke off in the middle. */
  left(): boolean;
  /** Lets the rest run into nothing, so that the connection can carry the answer and the next call. */
  release(): void;
}

const bufferedBytes = 64 * 1024;

/**
 * A stream of its own instead of the request itself: whoever sends it destroys it on failure, and a destroyed request
 * takes the caller's connection along, with the answer that should have told what failed.
 */
export function passBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: { maxBytes?: number; onRead?: () => void } = {},
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
    options.onRead?.();
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
    // Only now is the caller told to send: what was refused before never crossed the wire.
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
  // Whoever takes it listens for failures while it is sent; one that comes before or after must not end the process.
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
