import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errors, Pool } from 'undici';
import type { HeaderMap } from './forwarding.ts';
import type { PortalTimeouts } from './options.ts';
import { BodyTooLargeError } from './request-body.ts';

/**
 * A `call` answers soon, the backend holds a `poll`, and a `stream` has no time limit. An `upload` takes as long as its
 * body, which the watch of the portal limits, and the backend then has time to store it.
 */
export type CallKind = 'call' | 'poll' | 'stream' | 'upload';

export interface UpstreamRequest {
  kind: CallKind;
  method: string;
  /** Path and query, as the backend receives them. */
  path: string;
  headers: HeaderMap;
  body?: Buffer | Readable | undefined;
  /** Aborted when the client has gone; absent for calls that must finish anyway. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface UpstreamAnswer {
  kind: 'answer';
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

export type UpstreamFailure = { kind: 'failed'; reason: 'unreachable' | 'timeout' | 'aborted' | 'too_large' };
export type UpstreamResult = UpstreamAnswer | UpstreamFailure;

export interface Upstream {
  call(request: UpstreamRequest): Promise<UpstreamResult>;
  /** Releases held polls and accepts no more, so that shutdown does not wait for them. */
  releasePolls(): void;
  destroy(): Promise<void>;
}

export function createUpstream(
  backendUrl: string,
  timeouts: PortalTimeouts,
  forwarder: Record<string, string>,
): Upstream {
  // Connections are unlimited, because held polls would otherwise starve ordinary calls.
  const pool = new Pool(new URL(backendUrl).origin, { connectTimeout: 5_000, pipelining: 1 });
  const polls = new Set<AbortController>();
  let isReleased = false;

  function timeoutsOf(request: UpstreamRequest): { headersTimeout: number; bodyTimeout: number } {
    if (request.kind === 'upload') return { headersTimeout: 0, bodyTimeout: timeouts.callMs };
    if (request.kind === 'stream') return { headersTimeout: request.timeoutMs ?? 0, bodyTimeout: 0 };
    const limit = request.timeoutMs ?? (request.kind === 'poll' ? timeouts.pollMs : timeouts.callMs);
    return { headersTimeout: limit, bodyTimeout: limit };
  }

  async function attempt(request: UpstreamRequest): Promise<UpstreamResult> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (request.signal?.aborted || (isReleased && request.kind === 'poll')) abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.kind === 'poll') polls.add(controller);
    const storing =
      request.kind === 'upload' ? limitStoring(request.body, timeouts.storeMs, abort) : undefined;
    const release = () => {
      storing?.stop();
      request.signal?.removeEventListener('abort', abort);
      polls.delete(controller);
    };
    try {
      const { statusCode, headers, body } = await pool.request({
        method: request.method,
        path: request.path,
        headers: { ...request.headers, ...forwarder },
        body: request.body ?? null,
        signal: controller.signal,
        ...timeoutsOf(request),
      });
      storing?.stop();
      // An unread body may still fail, and an error without a listener would end the process.
      body.on('error', () => undefined);
      body.once('close', release);
      return { kind: 'answer', status: statusCode, headers, body };
    } catch (error) {
      release();
      if (storing?.isLate() === true) return { kind: 'failed', reason: 'timeout' };
      return { kind: 'failed', reason: classifyError(error, controller.signal) };
    }
  }

  return {
    async call(request) {
      const first = await attempt(request);
      // A kept-alive connection may close just as it is reused; an idempotent call is retried once.
      const isIdempotent =
        (request.method === 'GET' || request.method === 'HEAD') && request.body === undefined;
      const isLost = first.kind === 'failed' && first.reason === 'unreachable';
      return isLost && isIdempotent ? attempt(request) : first;
    },
    releasePolls: () => {
      isReleased = true;
      for (const controller of polls) controller.abort();
    },
    destroy: () => pool.destroy(),
  };
}

/** Ends a call whose body was sent completely and is not answered in time. */
function limitStoring(body: Buffer | Readable | undefined, limitMs: number, abort: () => void) {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => {
      isLate = true;
      abort();
    }, limitMs);
  };
  if (body === undefined || Buffer.isBuffer(body)) begin();
  else body.once('end', begin);
  return { isLate: () => isLate, stop: () => clearTimeout(timer) };
}

function classifyError(error: unknown, signal: AbortSignal): UpstreamFailure['reason'] {
  if (error instanceof BodyTooLargeError) return 'too_large';
  if (signal.aborted) return 'aborted';
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return 'timeout';
  return 'unreachable';
}
